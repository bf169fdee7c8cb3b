package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoldersTest {
    private static final HostFacts HOST = HostFacts.current();

    @TempDir
    Path temp;

    @Test
    void makesFoldersThatTheirOwnerAloneMayEnter() throws IOException {
        ready(DataFolder.open(temp.resolve("a/data"), HOST));
        ready(RuntimeFolder.open(Optional.of(temp.resolve("run")), HOST));

        assertThat(mode(temp.resolve("a/data"))).isEqualTo("rwx------");
        assertThat(mode(temp.resolve("run"))).isEqualTo("rwx------");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"rwxr-xr-x, ''", "rwxrwxr-x, chmod 700", "rwxrwxrwx, chmod 700"})
    void closesWhatOthersCouldReadAndRefusesWhatTheyCouldWrite(String before, String refusal) throws IOException {
        Path folder = Files.createDirectory(temp.resolve("data"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(before));

        switch (DataFolder.open(folder, HOST)) {
            case Opened.Ready<DataFolder> _ -> {
                assertThat(refusal).isEmpty();
                assertThat(mode(folder)).isEqualTo("rwx------");
            }
            case Opened.Refused<DataFolder>(String reason) ->
                assertThat(reason).contains(folder.toString(), refusal).hasSizeGreaterThan(refusal.length());
        }
    }

    @Test
    void refusesALinkAFileAndAFolderOfSomebodyElse() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("folder"));
        Path link = Files.createSymbolicLink(temp.resolve("link"), folder);
        Path file = Files.createFile(temp.resolve("file"));
        HostFacts stranger = new HostFacts(HOST.uid() + 1, 1);

        assertThat(refusal(RuntimeFolder.open(Optional.of(link), HOST))).contains("is a link");
        assertThat(refusal(RuntimeFolder.open(Optional.of(file), HOST))).contains("is not a folder");
        assertThat(refusal(RuntimeFolder.open(Optional.of(folder), stranger)))
                .contains("belongs to user " + HOST.uid());
        assertThat(refusal(DataFolder.open(link, HOST))).contains("is a link");
    }

    @Test
    void leavesRoomForEverySocketOfABox() throws IOException {
        Path longest = Path.of("/" + "r".repeat(RuntimeFolder.LONGEST - 1));

        assertThat(RuntimeFolder.fits(longest)).isTrue();
        assertThat((longest + "/xxxxxxxx/xxxxxx/s/harness.sock").length()).isEqualTo(107);
        assertThat(refusal(RuntimeFolder.open(Optional.of(Path.of(longest + "r")), HOST)))
                .contains("too long");
    }

    @Test
    void removesARandomRuntimeFolderAndKeepsAChosenOne() throws IOException {
        Path kept = temp.resolve("run");
        RuntimeFolder random = ready(RuntimeFolder.open(Optional.empty(), HOST));
        Files.createDirectories(random.path().resolve("b/12345678/s"));
        Files.createSymbolicLink(random.path().resolve("b/link"), temp);
        assertThat(mode(random.path())).isEqualTo("rwx------");

        random.close();
        ready(RuntimeFolder.open(Optional.of(kept), HOST)).close();

        assertThat(random.path()).doesNotExist();
        assertThat(temp).exists();
        assertThat(kept).exists();
    }

    @Test
    void refusesASecondServerWhileTheFirstOneLives() throws IOException {
        DataFolder folder = ready(DataFolder.open(temp.resolve("data"), HOST));

        try (DataFolder.Lock _ = ready(folder.lockForServer())) {
            assertThat(refusal(folder.lockForServer()))
                    .contains("process " + ProcessHandle.current().pid(), "OMB_DATA_DIR");
        }
        ready(folder.lockForServer()).close();
    }

    /** A lock of the kernel's, which a killed process cannot leave behind; another process sees it too. */
    @Test
    void showsItsLockToOtherProcesses() throws Exception {
        DataFolder folder = ready(DataFolder.open(temp.resolve("data"), HOST));
        Path lockFile = folder.path().resolve("server.lock");

        try (DataFolder.Lock _ = ready(folder.lockForServer())) {
            assertThat(Files.readString(Path.of("/proc/locks")))
                    .contains(" " + ProcessHandle.current().pid() + " ")
                    .contains(":" + Files.getAttribute(lockFile, "unix:ino") + " ");
        }
    }

    private static <T> T ready(Opened<T> opened) {
        return switch (opened) {
            case Opened.Ready<T>(T it) -> it;
            case Opened.Refused<T>(String reason) -> throw new AssertionError(reason);
        };
    }

    private static String refusal(Opened<?> opened) {
        return switch (opened) {
            case Opened.Ready<?> ready -> throw new AssertionError("opened " + ready);
            case Opened.Refused<?>(String reason) -> reason;
        };
    }

    private static String mode(Path path) throws IOException {
        assertThat(List.of(path)).allSatisfy(one -> assertThat(one).isDirectory());
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
