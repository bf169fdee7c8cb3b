package dev.mausbot.home.gate.egress;

import java.net.InetSocketAddress;

/**
 * Where the connection to a checked address goes: to that address. The self-check and the tests put a recorder in its
 * place that leads to fixture servers; no setting can.
 */
@FunctionalInterface
public interface Route {
    /** The address to connect to; the connected peer must be exactly this one. */
    InetSocketAddress to(InetSocketAddress checked);

    /** Straight to the address that was checked. */
    static Route direct() {
        return checked -> checked;
    }
}
