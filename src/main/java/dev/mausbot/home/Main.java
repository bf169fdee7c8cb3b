package dev.mausbot.home;

import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.IOException;

/** The one program; looks at the first argument only, so that the small commands load no framework. */
@QuarkusMain
public final class Main {
    private Main() {}

    public static void main(String... args) throws IOException {
        String command = args.length == 0 ? "serve" : args[0];
        if (command.equals("serve")) {
            System.exit(Serve.run(System.getenv()));
        }
        throw new IllegalStateException("no command " + command);
    }
}
