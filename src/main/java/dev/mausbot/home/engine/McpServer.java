package dev.mausbot.home.engine;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An MCP server that an engine is to use. Its name is {@code [a-z0-9][a-z0-9-]{0,31}}, unique among a turn's. */
public sealed interface McpServer {
    /** The name of our own, by which an engine asks the owner; no other has it. */
    String OURS = "omb";

    String name();

    /**
     * One behind the broker: in a box its address is {@code ${broker-url:mcp-NAME}} and it takes no headers; the broker
     * adds them.
     */
    record Remote(String name) implements McpServer {
        /** The address as a planned file names it; {@code launch} fills in what stands for it. */
        public String address() {
            return "${broker-url:mcp-" + name + "}";
        }
    }

    /** A program that runs in the box with the engine and speaks on its standard input and output. */
    record Local(String name, List<String> command, Map<String, String> environment) implements McpServer {
        public Local {
            Objects.requireNonNull(name, "name");
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }
    }
}
