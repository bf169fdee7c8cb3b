package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A box is on only after one was really started, and off with a reason that a person can act on. */
class BoxDetectionTest {
    private static final BoxTools.Bridging SOCAT = new BoxTools.Bridging.Socat(Path.of("/usr/bin/socat"));

    @TempDir
    private Path folder;

    private Path runtime() throws Exception {
        return Files.createDirectories(folder.toRealPath().resolve("r"));
    }

    /** A bwrap that says a version, and then fails with a message as the real one does. */
    private Path bwrap(String version, String message) throws Exception {
        Path file = folder.resolve("bwrap");
        Files.writeString(
                file,
                "#!/bin/sh\n[ \"$1\" != --version ] || { echo '%s'; exit 0; }\necho \"%s\" >&2\nexit 1\n"
                        .formatted(version, message));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    private Path proc(String setting, String value) throws Exception {
        Path file = folder.resolve("proc").resolve(setting);
        Files.createDirectories(file.getParent());
        Files.writeString(file, value + "\n");
        return folder.resolve("proc");
    }

    private String reason(List<Path> places, Path proc) throws Exception {
        BoxDetection.Detected detected = new BoxDetection(places, proc).detect(runtime(), SOCAT);
        assertThat(detected).isInstanceOf(BoxDetection.Detected.Off.class);
        try (var left = Files.list(runtime())) {
            assertThat(left).isEmpty();
        }
        return ((BoxDetection.Detected.Off) detected).reason();
    }

    @Test
    void isOnWhereABoxReallyStarts() throws Exception {
        BoxWorks.assumeHere();
        BoxDetection.Detected detected = new BoxDetection().detect(runtime(), SOCAT);
        assertThat(detected)
                .isInstanceOfSatisfying(
                        BoxDetection.Detected.On.class,
                        on -> assertThat(on.version()).startsWith("bubblewrap "));
        try (var left = Files.list(runtime())) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void saysHowToInstallBubblewrap() throws Exception {
        assertThat(reason(List.of(folder.resolve("nowhere")), Path.of("/proc")))
                .isEqualTo("bubblewrap is not installed: apt-get install bubblewrap");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unfit")
    void refusesAVersionThatIsTooOldOrNone(String version, String expected) throws Exception {
        assertThat(reason(List.of(bwrap(version, "")), Path.of("/proc"))).contains(expected);
    }

    static Stream<Arguments> unfit() {
        return Stream.of(
                Arguments.of("bubblewrap 0.7.0", "0.8 or later"),
                Arguments.of("bubblewrap 0.4.1", "upgrade bubblewrap"),
                Arguments.of("something else", "reinstall it"));
    }

    /** bwrap's own messages, as its users report them, with the kernel setting that was behind each. */
    enum Failure {
        APPARMOR(
                "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
                "sys/kernel/apparmor_restrict_unprivileged_userns",
                "1",
                "/etc/apparmor.d/bwrap"),
        APPARMOR_UID_MAP(
                "bwrap: setting up uid map: Permission denied",
                "sys/kernel/apparmor_restrict_unprivileged_userns",
                "1",
                "kernel.apparmor_restrict_unprivileged_userns=0"),
        DEBIAN_SWITCH(
                "bwrap: No permissions to create new namespace, likely because the kernel does not allow",
                "sys/kernel/unprivileged_userns_clone",
                "0",
                "kernel.unprivileged_userns_clone=1"),
        NONE_ALLOWED(
                "bwrap: Creating new namespace failed: No space left on device",
                "sys/user/max_user_namespaces",
                "0",
                "user.max_user_namespaces"),
        MASKED_PROC(
                "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
                "none",
                "",
                "systempaths=unconfined"),
        CONTAINER("bwrap: Creating new namespace failed: Operation not permitted", "none", "", "seccomp=unconfined"),
        TOO_OLD("bwrap: Unknown option --disable-userns", "none", "", "0.8 or later"),
        UNKNOWN("bwrap: the moon is full", "none", "", "the moon is full");

        private final String message;
        private final String setting;
        private final String value;
        private final String remedy;

        Failure(String message, String setting, String value, String remedy) {
            this.message = message;
            this.setting = setting;
            this.value = value;
            this.remedy = remedy;
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesTheCauseAndTheRemedy(Failure failure) throws Exception {
        assertThat(reason(List.of(bwrap("bubblewrap 0.8.0", failure.message)), proc(failure.setting, failure.value)))
                .contains(failure.remedy)
                .contains(failure.message);
    }

    @Test
    void saysWhenThereIsNoRoomForASocketsPath() throws Exception {
        BoxDetection.Detected detected = new BoxDetection(List.of(bwrap("bubblewrap 0.8.0", "")), Path.of("/proc"))
                .detect(Path.of("/" + "x".repeat(90)), SOCAT);
        assertThat(detected)
                .isInstanceOfSatisfying(
                        BoxDetection.Detected.Off.class,
                        off -> assertThat(off.reason())
                                .contains("OMB_RUNTIME_DIR")
                                .contains("107"));
    }

    @Test
    void neverShowsAProgramsControlCharacters() throws Exception {
        assertThat(reason(List.of(bwrap("bubblewrap 0.8.0", "bwrap: \033[31mred")), Path.of("/proc")))
                .doesNotContain("\033");
    }
}
