package dev.mausbot.home.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each thing that the probe tries, in a place where it must not get through and in one where it does. */
class AttemptsTest {
    @TempDir
    private Path folder;

    private static Seen seen(Map<String, Attempt> attempts, String verb, Object... words) throws IOException {
        return Objects.requireNonNull(attempts.get(verb))
                .with(Stream.of(words).map(String::valueOf).toList());
    }

    private static Seen file(String verb, Object... words) throws IOException {
        return seen(FileAttempts.all(), verb, words);
    }

    @Test
    void seesWhatIsThereWhateverItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThat(file("absent", folder.resolve("none")).holds()).isTrue();
        assertThat(file("absent", file.resolve("below")).holds()).isTrue();
        assertThat(file("absent", file)).isEqualTo(Seen.broken(file + " is there: a file of 1 bytes"));
        assertThat(file("absent", folder).holds()).isFalse();
        Path dangling = Files.createSymbolicLink(folder.resolve("link"), Path.of("/nowhere"));
        assertThat(file("absent", dangling).holds()).isFalse();
    }

    @Test
    void seesWhetherAFolderCanBeWritten() throws IOException {
        assertThat(file("write", folder.resolve("new"), "text").holds()).isTrue();
        assertThat(folder.resolve("new")).hasContent("text");
        assertThat(file("write", folder.resolve("none/new"), "text").holds()).isFalse();
        // It is judged on the host, so inside it holds either way.
        assertThat(file("overwrite", folder.resolve("new"), "other").holds()).isTrue();
        assertThat(file("overwrite", folder.resolve("none/new"), "other").holds())
                .isTrue();
    }

    @Test
    void takesAFolderForReadOnlyOnlyIfItsMountIs() throws IOException {
        assertThat(file("read-only", folder)).isEqualTo(Seen.broken("a file could be made in " + folder));
        assertThat(folder).isEmptyDirectory();
        // The kernel's own files cannot be joined by others, but for another reason.
        assertThat(file("read-only", "/proc").holds()).isFalse();
        assertThat(file("read-only", folder.resolve("none")).holds()).isTrue();
    }

    @Test
    void seesWhatIsThereBesidesWhatMayBe() throws IOException {
        Path allowed =
                Files.writeString(Files.createDirectories(folder.resolve("a/b")).resolve("c"), "");
        assertThat(file("only", folder, allowed).holds()).isTrue();
        Path strange = Files.writeString(folder.resolve("a/other"), "");
        assertThat(file("only", folder, allowed)).isEqualTo(Seen.broken(strange + " is there"));
    }

    @Test
    void seesAProcessItsEnvironmentAndWhetherItTakesASignal() throws Exception {
        String mark = "omb-mark-" + System.nanoTime();
        Map<String, Attempt> attempts = ProcessAttempts.all();
        assertThat(seen(attempts, "unlisted", mark).holds()).isTrue();
        assertThat(seen(attempts, "environ-hidden", mark).holds()).isTrue();
        assertThat(seen(attempts, "unsignalled", mark, Long.MAX_VALUE).holds()).isTrue();

        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", "read -r end", mark);
        builder.environment().put("SECRET", mark + "-secret");
        Process process = builder.start();
        try {
            assertThat(seen(attempts, "unlisted", mark).holds()).isFalse();
            assertThat(seen(attempts, "environ-hidden", mark + "-secret").holds())
                    .isFalse();
            assertThat(seen(attempts, "unsignalled", mark, process.pid()).holds())
                    .isFalse();
            assertThat(process.waitFor()).isEqualTo(128 + 15);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void seesAServerOnLoopback() throws IOException {
        Map<String, Attempt> attempts = NetworkAttempts.all(Ports.usual());
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = server.getLocalPort();
            assertThat(seen(attempts, "unreachable", "127.0.0.1", port).holds()).isFalse();
        }
        assertThat(seen(attempts, "unreachable", "127.0.0.1", port).holds()).isTrue();
        assertThat(seen(attempts, "no-abstract-socket", "omb-nobody-has-this").holds())
                .isTrue();
    }

    static Stream<Arguments> answersOfAGate() {
        String refusal = "HTTP/1.1 403 Forbidden\r\nx-omb-gate: egress\r\nContent-Length: 11\r\n\r\n(loopback)\n";
        return Stream.of(
                Arguments.of("as it must", refusal, true),
                Arguments.of(
                        "another reason",
                        refusal.replace("(loopback)", "(otherwise)").replace("11", "12"),
                        false),
                Arguments.of("another gate", refusal.replace("egress", "broker"), false),
                Arguments.of("no gate", refusal.replace("x-omb-gate: egress\r\n", ""), false),
                Arguments.of("another status", refusal.replace("403", "502"), false),
                Arguments.of("let through", "HTTP/1.1 200 Connection established\r\n\r\n", false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answersOfAGate")
    void wantsTheGatesOwnRefusal(String name, String answer, boolean holds) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.ofVirtual().start(() -> serve(server, answer));
            Seen seen = seen(
                    NetworkAttempts.all(Ports.usual()),
                    "refused",
                    server.getLocalPort(),
                    "127.0.0.1:80",
                    "loopback,own_address");
            assertThat(seen.holds()).as(seen.what()).isEqualTo(holds);
        }
    }

    @ParameterizedTest
    @CsvSource({"200,'',word,true", "201,'',word,false", "200,broker,word,false", "200,'',other,false"})
    void wantsTheAnswerThatItWasTold(String status, String gate, String text, boolean holds) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.ofVirtual().start(() -> serve(server, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\na word"));
            assertThat(seen(
                                    NetworkAttempts.all(Ports.usual()),
                                    "answered",
                                    server.getLocalPort(),
                                    "GET",
                                    "/",
                                    "",
                                    status,
                                    gate,
                                    text)
                            .holds())
                    .isEqualTo(holds);
        }
    }

    private static void serve(ServerSocket server, String answer) {
        try {
            while (true) {
                try (Socket client = server.accept()) {
                    byte[] read = new byte[4096];
                    assertThat(client.getInputStream().read(read)).isPositive();
                    client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException closed) {
            assertThat(server.isClosed()).isTrue();
        }
    }

    @Test
    void findsTheGatesWhereTheBridgeSaysTheyAre() throws IOException {
        Path told = Files.writeString(folder.resolve("ports"), "ready 40001 40002\n");
        Ports ports = Ports.toldBy(told, List.of("3128", "8799"));
        assertThat(ports.of("3128")).isEqualTo(40001);
        assertThat(ports.of("8799")).isEqualTo(40002);
        assertThat(Ports.usual().of("3128")).isEqualTo(3128);
    }

    @ParameterizedTest
    @CsvSource({
        "PATH,/usr/bin,true",
        "OMB_BOT_ID,b1,true",
        "OMB_PORT,8799,false",
        "OMB_NEW_SETTING,1,false",
        "OPENMAUSBOT_URL,u,false",
        "REFUSED,x,false",
        "HARMLESS,has the secret in it,false"
    })
    void seesAVariableThatMustNotBeThere(String name, String value, boolean holds) {
        assertThat(Variables.environment(Map.of(name, value), List.of("secret", "OMB_BOT_ID,OMB_TURN_ID", "REFUSED"))
                        .holds())
                .isEqualTo(holds);
    }

    @Test
    void comparesAVariableAndShowsNeitherValue() throws IOException {
        String path = Objects.requireNonNull(System.getenv("PATH"));
        assertThat(seen(Variables.all(), "variable", "PATH", path)).isEqualTo(Seen.holds("as it must be"));
        assertThat(seen(Variables.all(), "variable", "PATH", path + ":/more").holds())
                .isFalse();
        assertThat(seen(Variables.all(), "variable", "OMB_NOT_SET_BY_ANYBODY", path))
                .isEqualTo(Seen.broken("OMB_NOT_SET_BY_ANYBODY is not set"));
    }

    @Test
    void findsAKeyByItsDigestAlsoAcrossPieces() throws Exception {
        String key = "sk-begin-0123456789";
        String digest = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.US_ASCII)));
        Object[] words = {"sk-begin-", key.length(), digest, 64 << 20, folder};
        Files.writeString(folder.resolve("other"), "sk-begin-0123456780 sk-begin-");
        assertThat(seen(KeyAttempts.all(), "key-not-in-files", words).holds()).isTrue();

        Path far = Files.createDirectories(folder.resolve("a/b")).resolve("far");
        Files.writeString(far, "x".repeat((1 << 20) - 5) + key + "y");
        assertThat(seen(KeyAttempts.all(), "key-not-in-files", words)).isEqualTo(Seen.broken("the key is in " + far));
        assertThat(seen(KeyAttempts.all(), "key-not-in-environment", words).holds())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"10,true", "5,false", "1,false", "0,false"})
    void provesNothingOfWhatItDidNotSearch(long most, boolean holds) throws Exception {
        Files.writeString(folder.resolve("one"), "12345");
        Files.writeString(folder.resolve("other"), "67890");
        Seen seen = seen(KeyAttempts.all(), "key-not-in-files", "sk-", 10, "00", most, folder);
        assertThat(seen.holds()).as(seen.what()).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({"2,1,0,true", "2,2,1,true", "0,0,0,false", "1,0,0,false", "2,1,1,false"})
    void wantsAFilterBesidesTheServersOwn(int mode, int inside, int outside, boolean holds) {
        String status = "Name:\tprobe\nSeccomp:\t%d\nSeccomp_filters:\t%d\n".formatted(mode, inside);
        assertThat(KernelAttempts.filtered(status, outside).holds()).isEqualTo(holds);
    }

    @Test
    void runsACopyWhereTheProgramItselfMayNotBeRun() throws IOException {
        Path program = Files.writeString(folder.resolve("calls"), "#!/bin/sh\necho a 1\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("r--------"));
        Path answers = Files.writeString(folder.resolve("answers"), "a 1\n");
        assertThat(seen(KernelAttempts.all(), "calls-answer", program, answers).holds())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'a 1,b 38',true", "'a 1,b 0',false", "'a 1',false", "'',false"})
    void wantsEveryCallToAnswerAsItMust(String printed, boolean holds) throws IOException {
        Path program = Files.writeString(
                folder.resolve("calls"), "#!/bin/sh\nprintf '%s' '" + printed.replace(',', '\n') + "'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Path answers = Files.writeString(folder.resolve("answers"), "a 1\nb 38\n");
        assertThat(seen(KernelAttempts.all(), "calls-answer", program, answers).holds())
                .isEqualTo(holds);
    }
}
