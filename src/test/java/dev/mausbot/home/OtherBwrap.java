package dev.mausbot.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A machine whose bubblewrap is another one, so that a server's boxes are not as they must be: no setting of the server
 * could make them so. It is made of mounts that only the started command sees.
 */
final class OtherBwrap {
    private static final String BWRAP = "/usr/bin/bwrap";
    private static final String REAL = "real-bwrap";

    /** As one that was built without seccomp and does not mind. */
    static final String WITHOUT_FILTER = """
            #!/bin/sh
            for word do
                shift
                case $word in
                    --seccomp) filter=next ;;
                    *) if [ "$filter" = next ]; then filter=; else set -- "$@" "$word"; fi ;;
                esac
            done
            exec '%1$s' "$@"
            """;

    /** As on a machine with much to do: each box after the first, which is a trial, starts when {@link #go} is called. */
    static final String SLOW = """
            #!/bin/sh
            if [ "$1" != --version ]; then
                until [ ! -e '%1$s.tried' ] || [ -e '%1$s.go' ]; do sleep 0.1; done
                : >'%1$s.tried'
            fi
            exec '%1$s' "$@"
            """;

    /** As one that the kernel lets make no namespace. */
    static final String FORBIDDEN = """
            #!/bin/sh
            [ "$1" != --version ] || exec '%1$s' --version
            echo 'bwrap: setting up uid map: Permission denied' >&2
            exit 1
            """;

    private OtherBwrap() {}

    /**
     * The command that starts another one on such a machine.
     *
     * @param script the other bubblewrap; it has a place for where the real one is
     */
    static List<String> by(Path folder, String script) throws IOException {
        Path real = Files.createFile(folder.resolve(REAL));
        Path other = Files.writeString(folder.resolve("other-bwrap"), script.formatted(real));
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("r-xr-xr-x"));
        return List.of(
                BWRAP,
                "--die-with-parent",
                "--dev-bind",
                "/",
                "/",
                "--ro-bind",
                BWRAP,
                real.toString(),
                "--ro-bind",
                other.toString(),
                BWRAP,
                "--");
    }

    /** Lets the boxes of {@link #SLOW} start. */
    static void go(Path folder) throws IOException {
        Files.createFile(folder.resolve(REAL + ".go"));
    }
}
