package dev.mausbot.home.launch;

/** Starts runs. The one door through which turns, the self-check and {@code cloud-home box} start a process. */
public interface Launcher {
    /** Starts a run, or says why not. Blocks for the few milliseconds that a box takes; not for an event loop. */
    Launched start(RunRequest request);

    /** Whether what it starts is in a box, where helpers of ours can run beside it and reach the home. */
    default boolean boxes() {
        return true;
    }
}
