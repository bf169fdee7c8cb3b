package dev.mausbot.home.launch;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.broker.Grant;
import dev.mausbot.home.broker.UpstreamUrl;
import java.net.URI;
import java.util.Map;
import java.util.Objects;

/**
 * Where an MCP server of a turn really is. It is for the broker alone: the box knows the name.
 *
 * @param name the server's name in the turn's list
 * @param address its exact address with its query, as the owner configured it
 * @param headers what the broker adds to every request, by name; the values are sealed in the store
 */
public record McpUpstream(String name, URI address, Map<String, Secret> headers) {
    public McpUpstream {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
        headers = Map.copyOf(headers);
    }

    /** What the broker gives a box that holds its token: this server, and nothing else. */
    Grant.OfMcpServer grant() {
        UpstreamUrl upstream = UpstreamUrl.of(address.toString())
                .orElseThrow(() -> new IllegalArgumentException(
                        "the address of the MCP server " + name + " is not one that the broker takes: store it again"));
        return new Grant.OfMcpServer(name, upstream, headers);
    }

    /** Without the query, which may hold a key. */
    @Override
    public String toString() {
        return "McpUpstream[" + name + "]";
    }
}
