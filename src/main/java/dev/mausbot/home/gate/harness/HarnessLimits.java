package dev.mausbot.home.gate.harness;

import java.time.Duration;

/**
 * What one box may ask of the harness gate.
 *
 * @param bodyBytes of one request, in total
 * @param requests that are being worked on at once
 * @param connections that are open at once
 * @param patience for a request's header, for its body, and for the box to take its answer; each by itself
 */
record HarnessLimits(int bodyBytes, int requests, int connections, Duration patience) {
    static HarnessLimits usual() {
        return new HarnessLimits(256 * 1024, 32, 64, Duration.ofSeconds(30));
    }
}
