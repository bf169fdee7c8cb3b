package dev.mausbot.home;

import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Contract;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.RuntimeFolder;
import java.io.IOException;
import java.util.Map;
import java.util.function.ToIntFunction;

/** What a command needs before it can start boxes: valid settings, and a runtime folder. */
final class BoxGround {
    private BoxGround() {}

    /** What is done with them; closes the runtime folder. */
    @FunctionalInterface
    interface Body {
        int run(BootContract contract, RuntimeFolder runtime) throws IOException;
    }

    /**
     * Makes ready and goes on.
     *
     * @param refused is told why not, and answers with the exit code
     */
    static int open(Map<String, String> environment, ToIntFunction<String> refused, Body body) throws IOException {
        HostFacts host = HostFacts.current();
        return switch (BootContract.read(environment, host)) {
            case Contract.Invalid invalid -> refused.applyAsInt(invalid.message());
            case Contract.Valid(BootContract contract) ->
                switch (RuntimeFolder.open(contract.runtimeFolder(), host)) {
                    case Opened.Refused<RuntimeFolder>(String reason) -> refused.applyAsInt(reason);
                    case Opened.Ready<RuntimeFolder>(RuntimeFolder runtime) -> body.run(contract, runtime);
                };
        };
    }
}
