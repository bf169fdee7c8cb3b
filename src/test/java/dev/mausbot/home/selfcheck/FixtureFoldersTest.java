package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FixtureFoldersTest {
    private static long pidOfNobody() throws IOException, InterruptedException {
        Process over = new ProcessBuilder("true").start();
        over.waitFor();
        return over.pid();
    }

    /** A server that is killed while it checks itself leaves the folders, and maybe the box that was just being made. */
    @Test
    void putsAwayWhatAKilledCheckLeftAndEndsItsBox() throws Exception {
        Path left = Files.createTempDirectory(Path.of("/tmp"), "cloud-home-check-" + pidOfNobody() + "-");
        Path owner = Files.createDirectories(left.resolve("r/0dead"));
        Files.createFile(owner.resolve("lock"));
        Path options =
                Files.createFile(Files.createDirectory(owner.resolve("b1")).resolve("options"));
        Process box = new ProcessBuilder("sh", "-c", "exec sleep 600 3<\"$0\"", options.toString()).start();
        try {
            Path opened = Path.of("/proc", Long.toString(box.pid()), "fd/3");
            await().until(() -> Files.exists(opened));
            FixtureFolders.make().close();
            assertThat(box.waitFor()).as("killed").isEqualTo(128 + 9);
            assertThat(left).doesNotExist();
        } finally {
            box.destroyForcibly();
        }
    }
}
