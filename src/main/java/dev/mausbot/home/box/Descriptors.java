package dev.mausbot.home.box;

import java.nio.file.Path;
import java.util.List;

/**
 * How bwrap gets its files. Java passes a child no descriptor above 2, so a shell opens them and becomes bwrap. The box
 * inherits none of them.
 */
final class Descriptors {
    /** What bwrap is to find at which descriptor, and where its own command line ends. */
    static final List<String> BWRAP_OPTIONS = List.of("--args", "3", "--seccomp", "4", "--json-status-fd", "5", "--");

    /**
     * The first to be killed when memory is short is a box, not the server; no core file, which would hold what the
     * process knew.
     */
    private static final String SCRIPT =
            "echo 500 >/proc/self/oom_score_adj && ulimit -c 0 && o=$1 f=$2 s=$3 && shift 3"
                    + " && exec \"$@\" 3<\"$o\" 4<\"$f\" 5>\"$s\"";

    private Descriptors() {}

    /** The command that opens the three files and then becomes the command that follows it. */
    static List<String> around(Path options, Path filter, Path status) {
        return List.of("/bin/sh", "-c", SCRIPT, "box", options.toString(), filter.toString(), status.toString());
    }
}
