package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineSecretTest {
    private static final HostFacts HOST = HostFacts.current();

    @TempDir
    Path temp;

    private Path file() {
        return temp.resolve(MachineSecret.FILE);
    }

    @Test
    void isMadeForItsOwnerAloneAndFoundAgain() throws IOException {
        assertThat(MachineSecret.find(temp, HOST)).isEmpty();

        MachineSecret made = MachineSecret.make(temp);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(Files.size(file())).isEqualTo(32);
        assertThat(temp.toFile().list()).containsExactly(MachineSecret.FILE);
        assertThat(found().key("AES", "x")).isEqualTo(made.key("AES", "x")).isNotEqualTo(made.key("AES", "y"));
    }

    @Test
    void isNeverMadeOverAnotherOne() throws IOException {
        MachineSecret.make(temp);
        byte[] before = Files.readAllBytes(file());

        assertThatThrownBy(() -> MachineSecret.make(temp)).isInstanceOf(FileAlreadyExistsException.class);

        assertThat(Files.readAllBytes(file())).isEqualTo(before);
        assertThat(MachineSecret.find(temp, HOST)).isPresent();
    }

    /** A start that broke off between link and unlink, or while it wrote. */
    @Test
    void isFoundAlthoughItsMakingBrokeOff() throws IOException {
        Files.writeString(temp.resolve("machine-secret.draft"), "half");
        assertThat(MachineSecret.find(temp, HOST)).isEmpty();
        MachineSecret.make(temp);
        Files.createLink(temp.resolve("machine-secret.draft"), file());

        assertThat(found()).isNotNull();
        assertThat(temp.toFile().list()).containsExactly(MachineSecret.FILE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwx------", "r--------"})
    void isRefusedWithAnotherMode(String mode) throws IOException {
        MachineSecret.make(temp);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(mode));

        assertThat(refusal(HOST)).contains("chmod 600");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31, 33})
    void isRefusedWithAnotherLength(int length) throws IOException {
        Files.createFile(file(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file(), new byte[length]);

        assertThat(refusal(HOST)).contains("32 bytes", "backup");
    }

    @Test
    void isRefusedAsALinkAFolderOrSomebodyElses() throws IOException {
        MachineSecret.make(temp);
        assertThat(refusal(new HostFacts(HOST.uid() + 1, 1))).contains("belongs to user " + HOST.uid());
        Path second = Files.createLink(temp.resolve("second"), file());
        assertThat(refusal(HOST)).contains("another name");
        Files.delete(file());
        Files.createSymbolicLink(file(), second);
        assertThat(refusal(HOST)).contains("is a link");
        Files.delete(file());
        Files.createDirectory(file());
        assertThat(refusal(HOST)).contains("is not a file");
    }

    /** Else what is sealed today would not open tomorrow: HKDF-SHA256 without a salt, computed apart. */
    @Test
    void derivesTheSameKeyForEver() throws IOException {
        Files.createFile(file(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file(), new byte[32]);

        assertThat(HexFormat.of().formatHex(found().key("AES", "test").getEncoded()))
                .isEqualTo("523db79236eb447f22cbb305d7808f010e78e9643cb6d9333aeb85ec820d0dd0");
    }

    private MachineSecret found() throws IOException {
        return switch (MachineSecret.find(temp, HOST).orElseThrow()) {
            case Opened.Ready<MachineSecret>(MachineSecret it) -> it;
            case Opened.Refused<MachineSecret>(String reason) -> throw new AssertionError(reason);
        };
    }

    private String refusal(HostFacts host) throws IOException {
        return switch (MachineSecret.find(temp, host).orElseThrow()) {
            case Opened.Ready<MachineSecret> ready -> throw new AssertionError("opened " + ready);
            case Opened.Refused<MachineSecret>(String reason) -> reason;
        };
    }
}
