package dev.mausbot.home.broker;

import java.time.Duration;

/**
 * What one box may ask of the broker, and how long the other side may take.
 *
 * @param requests at once for one grant
 * @param connections that are open at once
 * @param header for a box's next request header
 * @param connect for a connection to an upstream, TLS included
 * @param idle without a byte from an upstream: models think for minutes before they answer, and streams pause
 */
record BrokerLimits(int requests, int connections, Duration header, Duration connect, Duration idle) {
    static BrokerLimits usual() {
        return new BrokerLimits(32, 128, Duration.ofSeconds(90), Duration.ofSeconds(10), Duration.ofMinutes(15));
    }
}
