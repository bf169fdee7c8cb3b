package dev.mausbot.home.selfcheck;

import java.util.Locale;

/** What protects: the layers of the threat model, in its order. */
enum Layer {
    MOUNTS,
    PROCESSES,
    NETWORK,
    EGRESS,
    HARNESS,
    ENVIRONMENT,
    KERNEL,
    BROKER;

    /** As results name it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
