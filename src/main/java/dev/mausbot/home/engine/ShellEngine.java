package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The embedded engine: the owner's message is a bash script. It needs no key and no installation. */
final class ShellEngine implements Engine {
    private static final Path BASH = Path.of("/bin/bash");

    /**
     * Runs the script that stands on standard input. It is not an argument, because argument lists are public on a host;
     * it is read whole before its first command runs, and that command finds standard input at its end: else a
     * {@code cat} in the script would eat the rest of it. All on one line, so that bash counts the script's lines right.
     */
    private static final String RUN_STANDARD_INPUT = "eval \"exec </dev/null; $(cat)\"";

    @Override
    public String id() {
        return "shell";
    }

    @Override
    public Planned plan(TurnRequest request) {
        if (request.message().indexOf('\0') >= 0) {
            return new Planned.Refused(
                    "the script holds a NUL character, which bash would drop without a word: remove it");
        }
        if (!Files.isExecutable(BASH)) {
            return new Planned.Refused("the shell engine needs " + BASH + ", which is not there: install bash");
        }
        return new Planned.Ready(new LaunchPlan(
                List.of(BASH.toString(), "-c", RUN_STANDARD_INPUT, "bash"),
                Map.of(),
                List.of(),
                List.of(),
                request.message(),
                LaunchPlan.Input.CLOSED_AFTER_PROMPT,
                Optional.empty()));
    }

    @Override
    public OutputDecoder decoder(TurnRequest request) {
        return new ShellDecoder();
    }
}
