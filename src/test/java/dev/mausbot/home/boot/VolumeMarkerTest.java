package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VolumeMarkerTest {
    @TempDir
    Path temp;

    private Path data = Path.of("/");
    private Path marker = Path.of("/");

    @BeforeEach
    void makeDataFolder() throws IOException {
        data = Files.createDirectory(temp.resolve("data"));
        marker = data.resolve(VolumeMarker.FILE);
    }

    private DataFolder folder() throws IOException {
        return switch (DataFolder.open(data, HostFacts.current())) {
            case Opened.Ready<DataFolder>(DataFolder folder) -> folder;
            case Opened.Refused<DataFolder>(String reason) -> throw new AssertionError(reason);
        };
    }

    @Test
    void marksAnEmptyVolumeAndKnowsItAgain() throws IOException {
        Files.createDirectory(data.resolve("lost+found"));
        Files.createFile(data.resolve("server.lock"));

        assertThat(VolumeMarker.bind(folder(), "machine-1")).isEmpty();
        Files.createFile(data.resolve("messages.db"));
        assertThat(VolumeMarker.bind(folder(), "machine-1")).isEmpty();
        assertThat(marker).hasContent("machine-1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(marker)))
                .isEqualTo("rw-------");
    }

    @Test
    void refusesAnotherMachinesVolume() throws IOException {
        assertThat(VolumeMarker.bind(folder(), "machine-1")).isEmpty();

        assertThat(VolumeMarker.bind(folder(), "machine-2").orElseThrow())
                .contains("belongs to machine machine-1", "this is machine machine-2", marker.toString());
        assertThat(marker).hasContent("machine-1");
    }

    @Test
    void refusesDataThatNobodyMarked() throws IOException {
        Files.createFile(data.resolve("messages.db"));

        assertThat(VolumeMarker.bind(folder(), "machine-1").orElseThrow())
                .contains("does not say of which machine", "OMB_CLOUD_MACHINE_ID", marker.toString());
        assertThat(marker).doesNotExist();
    }

    @Test
    void takesDataOverOnceTheOperatorSaysSo() throws IOException {
        Files.createFile(data.resolve("messages.db"));
        Files.writeString(marker, "machine-1\n");

        assertThat(VolumeMarker.bind(folder(), "machine-1")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u001b[2J", "machine-1 machine-1", "../machine-1"})
    void showsNothingOfAMarkerThatIsNoId(String content) throws IOException {
        Files.writeString(marker, content);

        assertThat(VolumeMarker.bind(folder(), "machine-1").orElseThrow()).contains("nobody that can be read");
    }

    @Test
    void followsNoLink() throws IOException {
        Path elsewhere = Files.writeString(temp.resolve("elsewhere"), "machine-1\n");
        Files.createSymbolicLink(marker, elsewhere);

        assertThat(VolumeMarker.bind(folder(), "machine-1").orElseThrow()).contains("is not a file");
    }

    @Test
    void finishesAMarkerThatACrashLeftHalfMade() throws IOException {
        Files.writeString(data.resolve("machine-id.draft"), "mach");

        assertThat(VolumeMarker.bind(folder(), "machine-1")).isEmpty();
        assertThat(data.resolve("machine-id.draft")).doesNotExist();
    }
}
