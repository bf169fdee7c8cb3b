package dev.mausbot.home.turn.mcp;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a test of an MCP server found out. Names and reasons are partly the server's own words, bounded. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "result")
@JsonSubTypes({
    @JsonSubTypes.Type(value = McpTestResult.Connected.class, name = "connected"),
    @JsonSubTypes.Type(value = McpTestResult.NoAnswer.class, name = "no-answer"),
    @JsonSubTypes.Type(value = McpTestResult.OurFault.class, name = "our-fault")
})
public sealed interface McpTestResult {
    /**
     * Turns can use it.
     *
     * @param tools how many tools it has
     * @param moreTools whether it has more than it named at once
     * @param throughBroker whether it was reached as a boxed turn reaches it; where turns are not boxed, there is no broker
     */
    record Connected(String server, String version, int tools, boolean moreTools, boolean throughBroker)
            implements McpTestResult {}

    /** The server itself does not answer as an MCP server does. */
    record NoAnswer(String detail) implements McpTestResult {}

    /** The server answers, but not to turns. */
    record OurFault(String detail) implements McpTestResult {}
}
