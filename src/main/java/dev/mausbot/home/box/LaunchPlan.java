package dev.mausbot.home.box;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What an engine wants to be started with, before anything is known of a box: an adapter makes it, {@code launch} runs
 * it. The command holds no secret (argument lists are public on a host); the environment may.
 *
 * @param command the program and its arguments, as seen inside the box
 * @param environment what the engine wants set, over the box's own; names outside the box's allow-list are refused. A
 *     value may be {@code ${broker-token:GRANT}}, which becomes the token of that grant: for an engine that takes an
 *     address as an argument, where no token may stand
 * @param programs folders and files that the engine's program needs and that are not below {@code /usr}, {@code /etc}
 *     or {@code /opt}; read-only in the box, at the same path
 * @param files what is to be found below {@link #FILES} in the box, read-only
 * @param prompt what is written to standard input first
 * @param input whether standard input stays open after the prompt
 * @param interruptLine the engine's own way to be interrupted: a line for its standard input, its line end included
 * @param signIn whether it may wait for a sign-in's callback
 */
public record LaunchPlan(
        List<String> command,
        Map<String, String> environment,
        List<Path> programs,
        List<PlannedFile> files,
        String prompt,
        Input input,
        Optional<String> interruptLine,
        Callback signIn) {
    /** Where a box finds the files of its plan. */
    public static final Path FILES = Path.of("/run/box/files");

    /**
     * Stands for the folder of the conversation's hook tokens in the shell words, in single quotes, that a planned file of JSON
     * holds.
     */
    public static final String HOOK_TOKENS = "${hook-tokens}";

    /**
     * A file that a plan's command line names, such as a list of servers.
     *
     * @param name its name below {@link #FILES}
     * @param content may hold {@code ${broker-url:GRANT}}, which becomes the address of that grant in this very box, its
     *     token included; so only this user may read the file on the host
     */
    public record PlannedFile(String name, String content) {
        public PlannedFile {
            Objects.requireNonNull(content, "content");
            if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
                throw new IllegalArgumentException("not a plain file name: " + name);
            }
        }
    }

    /** What happens to standard input once the prompt is written. */
    public enum Input {
        /** Closed, so that the program sees the end of its input. */
        CLOSED_AFTER_PROMPT,
        /** Left open for {@link LaunchPlan#interruptLine}; whoever runs the plan closes it when the turn is over. */
        KEPT_OPEN
    }

    /** How an engine's sign-in comes back to it. */
    public enum Callback {
        /** Not at all, or by a way that needs nothing of ours: a code that is typed, a page that is polled. */
        NONE,
        /** By a request to a port of its own loopback, which the owner's browser cannot reach. */
        LOOPBACK
    }

    /** The plan of an engine that waits for no callback. */
    public LaunchPlan(
            List<String> command,
            Map<String, String> environment,
            List<Path> programs,
            List<PlannedFile> files,
            String prompt,
            Input input,
            Optional<String> interruptLine) {
        this(command, environment, programs, files, prompt, input, interruptLine, Callback.NONE);
    }

    public LaunchPlan {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        programs = List.copyOf(programs);
        files = List.copyOf(files);
        Objects.requireNonNull(prompt, "prompt");
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(interruptLine, "interruptLine");
        Objects.requireNonNull(signIn, "signIn");
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a plan needs a command");
        }
    }
}
