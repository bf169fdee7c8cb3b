package dev.mausbot.home.box;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mausbot.home.box.SyscallProbe.Call;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyscallProbeTest {
    @TempDir
    Path folder;

    @Test
    void printsNameAndErrnoOfEachCall() throws Exception {
        boolean x86 = Architecture.ofThisMachine() == Architecture.X86_64;
        int close = x86 ? 3 : 57;
        int mmap = x86 ? 9 : 222;
        List<Call> calls = List.of(
                new Call("success", x86 ? 39 : 172, List.of()),
                new Call("one-digit", close, List.of(-1L)),
                new Call("two-digits", 1023, List.of()),
                // All six arguments arrive: anonymous memory where the kernel likes, a result beyond any errno.
                new Call("an-address", mmap, List.of(0L, 4096L, 3L, 0x22L, -1L, 0L)),
                new Call("not-aligned", mmap, List.of(0L, 4096L, 3L, 0x22L, -1L, 1L)));

        assertThat(output(SyscallProbe.executable(Architecture.ofThisMachine(), calls)))
                .isEqualTo("success 0\none-digit 9\ntwo-digits 38\nan-address 0\nnot-aligned 22\n");
    }

    @Test
    void printsNothingForNoCalls() throws Exception {
        assertThat(output(SyscallProbe.executable(Architecture.ofThisMachine(), List.of())))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void knowsAHarmlessWayToTryEachRow(Architecture architecture) {
        List<Call> calls = SeccompFilter.of(architecture).blocked().stream()
                .flatMap(row -> HarmlessCalls.of(row).stream())
                .toList();

        assertThat(calls).extracting(Call::name).doesNotHaveDuplicates();
        assertThat(SyscallProbe.executable(architecture, calls)).startsWith(0x7F, 'E', 'L', 'F');
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "a\nline", "ümlaut"})
    void refusesANameThatWouldBreakItsLine(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Call(name, 39, List.of()));
    }

    @Test
    void refusesASeventhArgument() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call("many", 39, Collections.nCopies(7, 0L)))
                .withMessageContaining("7");
    }

    private String output(byte[] executable) throws Exception {
        Path file = Files.write(folder.resolve("probe"), executable);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        Process process = new ProcessBuilder(file.toString()).start();
        String output = new String(process.getInputStream().readAllBytes(), US_ASCII);
        assertThat(process.waitFor()).isZero();
        return output;
    }
}
