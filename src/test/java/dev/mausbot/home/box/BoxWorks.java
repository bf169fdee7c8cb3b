package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whether real boxes can be started where the tests run; with {@code BOX_MUST_WORK=1} that is not a question. */
public final class BoxWorks {
    private static final boolean HERE = Files.isExecutable(Path.of("/usr/bin/bwrap")) && plainBoxStarts();

    private BoxWorks() {}

    /** Skips the calling test where boxes cannot work, or fails it where they must. */
    public static void assumeHere() {
        if ("1".equals(System.getenv("BOX_MUST_WORK"))) {
            assertThat(HERE).as("bwrap must work here (BOX_MUST_WORK=1)").isTrue();
        }
        assumeTrue(HERE, "bwrap does not work here");
    }

    private static boolean plainBoxStarts() {
        try {
            return new ProcessBuilder(List.of(
                                    "/usr/bin/bwrap",
                                    "--unshare-user",
                                    "--unshare-pid",
                                    "--ro-bind",
                                    "/",
                                    "/",
                                    "--proc",
                                    "/proc",
                                    "/bin/true"))
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (java.io.IOException absent) {
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
