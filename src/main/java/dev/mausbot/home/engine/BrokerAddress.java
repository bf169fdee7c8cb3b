package dev.mausbot.home.engine;

import dev.mausbot.home.box.GatePorts;

/**
 * Where the broker answers in a box, for what stands in an argument list or a configuration: there is no token in it. The
 * token comes in the request's credential header, from the variable that the engine takes its key from.
 */
final class BrokerAddress {
    private static final String BASE = "http://127.0.0.1:" + GatePorts.BROKER + "/b/-/";

    private BrokerAddress() {}

    /** The address of a grant, such as {@code openai} or {@code mcp-docs}; no slash at its end. */
    static String of(String grant) {
        return BASE + grant;
    }
}
