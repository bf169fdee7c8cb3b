package dev.mausbot.home.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an ordinary user can see of it; the rest is tried as root. */
class CodeTrustTest {
    private static final CodeTrust TRUST = new CodeTrust(List.of(Path.of("/data")));

    @TempDir
    Path temp;

    @Test
    void trustsTheSystemsOwnPrograms() throws IOException {
        assertThat(TRUST.fault(Path.of("/usr/bin/env"))).isEmpty();
        assertThat(TRUST.fault(Path.of("/bin/sh"))).isEmpty();
    }

    /** Whoever owns the file: the folder on the way to it is everybody's. */
    @Test
    void trustsNothingInAFolderThatOthersMayWrite() throws IOException {
        Path file = Files.createFile(temp.resolve("program"));

        assertThat(TRUST.fault(file)).get().asString().contains("may be written by others than root");
    }

    @Test
    void trustsNothingOnAVolume() throws IOException {
        assertThat(new CodeTrust(List.of(Path.of("/usr/bin"))).fault(Path.of("/usr/bin/env")))
                .get()
                .asString()
                .contains("lies in /usr/bin");
    }
}
