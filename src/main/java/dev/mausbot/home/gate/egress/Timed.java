package dev.mausbot.home.gate.egress;

/** Something that ends by itself when nothing happens; asked every second, and more often under short limits. */
@FunctionalInterface
interface Timed {
    /** Compares its deadline with {@code now}, a reading of {@link System#nanoTime()}. */
    void checkTime(long now);
}
