package dev.mausbot.home.turn.mcp;

/** Who keeps the tokens of conversations' MCP servers: the broker. */
@FunctionalInterface
public interface McpTokens {
    /** From its next turn on, this conversation has a new token; a turn that runs keeps the one it has. */
    void renew(String bot, String conversation);
}
