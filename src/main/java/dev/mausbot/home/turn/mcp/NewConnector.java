package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.turn.keys.ConfiguredUrl;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to store a connected app, over one of the same name.
 *
 * @param baseUrl what bots call is below it
 * @param headers what the server adds to each call
 * @param bots which bots may call it; all if it is absent
 */
record NewConnector(Optional<String> baseUrl, Optional<Map<String, String>> headers, Optional<List<String>> bots) {
    ConfiguredUrl base() {
        return ConfiguredUrl.base("baseUrl", baseUrl.orElse(null));
    }

    Map<String, String> checkedHeaders() {
        return SecretHeaders.of("headers", headers.orElse(null));
    }

    @Override
    public String toString() {
        return "NewConnector[***]";
    }
}
