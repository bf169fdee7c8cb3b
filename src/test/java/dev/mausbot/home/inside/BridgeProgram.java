package dev.mausbot.home.inside;

/** The bridge as a program of its own, for tests that need a process. */
public final class BridgeProgram {
    private BridgeProgram() {}

    public static void main(String[] arguments) {
        System.exit(Bridge.run(arguments, System.out, System.err));
    }
}
