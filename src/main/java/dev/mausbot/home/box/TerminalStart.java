package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;

/** Starts a box on a terminal of its own, between which and the caller's {@code terminal.sh} copies. */
final class TerminalStart {
    /** What can stand in one of socat's addresses as it is. */
    private static final String PLAIN = "[A-Za-z0-9/._-]+";

    private TerminalStart() {}

    /**
     * The command that starts another on a new terminal.
     *
     * @param command the command that becomes bwrap
     * @param place the box's place, where the link to its terminal will be
     * @param script the file of {@code terminal.sh}
     */
    static List<String> around(List<String> command, BoxPlace place, Path script) throws IOException {
        Path start = place.start();
        if (!start.toString().matches(PLAIN)) {
            throw new IOException(start + " has a character that a terminal's start cannot have:"
                    + " set OMB_RUNTIME_DIR to a plain path");
        }
        String words = command.stream().map(TerminalStart::quoted).collect(Collectors.joining(" "));
        // socat tells its child about itself in the environment; a box gets exactly its own. And it ends at once when
        // its
        // child fails, before it has shown all that the child said: so this never fails, and the exit code goes by
        // file.
        String text = """
                #!/bin/sh
                unset $(env | sed -n 's/^\\(SOCAT_[A-Z0-9_]*\\)=.*/\\1/p')
                stty rows "$1" cols "$2"
                ln -s "$(tty)" '%s'
                %s
                echo $? >"$0.code"
                """.formatted(place.terminal(), words);
        Files.writeString(start, text, StandardOpenOption.CREATE_NEW);
        Files.setPosixFilePermissions(start, PosixFilePermissions.fromString("r-x------"));
        return List.of(
                "/usr/bin/setpriv",
                "--pdeathsig",
                "KILL",
                "/bin/sh",
                script.toString(),
                start.toString(),
                place.terminal().toString());
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
