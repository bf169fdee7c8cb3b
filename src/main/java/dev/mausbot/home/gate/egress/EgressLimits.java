package dev.mausbot.home.gate.egress;

import java.time.Duration;

/**
 * The bounds of one box's egress. All are on by default.
 *
 * @param lookup the longest that a name lookup may take
 * @param connect the longest that connecting may take, over all addresses of a name
 * @param header the longest that a request header may take from its first byte, or a new connection may say nothing
 * @param keepAlive how long a connection may wait between two requests
 * @param idle how long a tunnel or a request may go without a byte in either direction
 * @param headerBytes the largest header, of a request or a response
 * @param tunnels how many connections out a box may hold at once, tunnels and others
 * @param clients how many connections to the gate a box may hold at once, those that wait for a request among them
 */
public record EgressLimits(
        Duration lookup,
        Duration connect,
        Duration header,
        Duration keepAlive,
        Duration idle,
        int headerBytes,
        int tunnels,
        int clients) {

    public EgressLimits {
        if (headerBytes < 1024 || tunnels < 1 || clients < tunnels) {
            throw new IllegalArgumentException(
                    "limits must allow 1 KiB of header, one tunnel, and as many clients as tunnels");
        }
    }

    public static EgressLimits defaults() {
        return new EgressLimits(
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofMinutes(10),
                64 * 1024,
                256,
                1024);
    }
}
