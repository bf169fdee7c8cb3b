package dev.mausbot.home.web;

import dev.mausbot.home.turn.mcp.ConnectorView;
import dev.mausbot.home.turn.mcp.McpServerView;
import dev.mausbot.home.turn.mcp.McpTestResult;
import java.util.List;

/**
 * An MCP server or a connected app.
 *
 * @param where its address, or its command line
 * @param secrets the names of what is sealed with it
 * @param testable whether a test reaches it: a command is run in a turn's box only
 */
public record ServerView(
        String name, String where, List<String> secrets, boolean enabled, boolean testable, String fault) {
    public ServerView {
        secrets = List.copyOf(secrets);
    }

    /** What a test found, in a sentence. */
    public record Tested(boolean works, String sentence) {}

    static ServerView of(McpServerView server) {
        return new ServerView(
                server.name(),
                server.url()
                        .or(() -> server.command().map(words -> String.join(" ", words)))
                        .orElse(""),
                server.headers().isEmpty() ? server.environment() : server.headers(),
                server.enabled(),
                server.url().isPresent(),
                server.fault().orElse(""));
    }

    static ServerView of(ConnectorView app) {
        return new ServerView(
                app.name(),
                app.baseUrl(),
                app.headers(),
                true,
                false,
                app.fault().orElse(""));
    }

    static Tested of(McpTestResult result) {
        return switch (result) {
            case McpTestResult.Connected it ->
                new Tested(
                        true,
                        "Connected to %s %s: %d tools%s%s."
                                .formatted(
                                        it.server(),
                                        it.version(),
                                        it.tools(),
                                        it.moreTools() ? " and more" : "",
                                        it.throughBroker() ? ", through the broker as a turn does" : ""));
            case McpTestResult.NoAnswer(String detail) -> new Tested(false, "No answer: " + detail);
            case McpTestResult.OurFault(String detail) -> new Tested(false, detail);
        };
    }
}
