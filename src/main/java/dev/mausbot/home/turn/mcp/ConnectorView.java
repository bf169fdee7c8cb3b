package dev.mausbot.home.turn.mcp;

import java.util.List;
import java.util.Optional;

/**
 * A connected app as the API shows it.
 *
 * @param headers the names of the headers that the server adds
 * @param bots which bots may call it; absent for all
 * @param opens whether its headers can be used
 * @param fault why they cannot
 */
public record ConnectorView(
        String name,
        String baseUrl,
        List<String> headers,
        Optional<List<String>> bots,
        boolean opens,
        Optional<String> fault) {}
