package dev.mausbot.home.turn.mcp;

import java.util.List;
import java.util.Optional;

/**
 * An MCP server as the API shows it: names of secrets, never their values.
 *
 * @param url its address without the query, which may hold a key
 * @param hasQuery whether the address has a query
 * @param headers the names of the headers that the broker adds
 * @param command the words of its command line
 * @param environment the names of the variables that the command gets
 * @param bots which bots get it; absent for all
 * @param opens whether its secrets can be used
 * @param fault why they cannot
 */
public record McpServerView(
        String name,
        Optional<String> url,
        boolean hasQuery,
        List<String> headers,
        Optional<List<String>> command,
        List<String> environment,
        boolean enabled,
        Optional<List<String>> bots,
        boolean opens,
        Optional<String> fault) {}
