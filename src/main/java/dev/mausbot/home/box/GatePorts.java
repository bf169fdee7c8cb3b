package dev.mausbot.home.box;

/** The ports of a box's own loopback behind which its gates are. The same in every box. */
public final class GatePorts {
    /** The HTTP proxy to the public internet. */
    public static final int EGRESS = 3128;

    /** The credential broker. */
    public static final int BROKER = 18080;

    /** The server's internal routes; always this port, whatever the public one is. */
    public static final int HARNESS = 8799;

    private GatePorts() {}
}
