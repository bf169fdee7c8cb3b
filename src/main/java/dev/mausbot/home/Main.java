package dev.mausbot.home;

import io.quarkus.runtime.annotations.QuarkusMain;

/** The one program; looks at the first argument only, so that the small commands load no framework. */
@QuarkusMain
public final class Main {
    private Main() {}

    public static void main(String... args) {
        String command = args.length == 0 ? "serve" : args[0];
        throw new IllegalStateException("no command " + command);
    }
}
