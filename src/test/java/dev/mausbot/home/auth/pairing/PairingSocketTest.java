package dev.mausbot.home.auth.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mausbot.home.boot.Opened;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairingSocketTest {
    private static final PairingLink LINK =
            new PairingLink("http://127.0.0.1:8799", "ACDE-FGHJ-KMNP", Instant.parse("2026-11-30T12:00:00Z"));

    private final AtomicInteger made = new AtomicInteger();

    @TempDir
    private Path folder;

    private PairingSocket open() throws IOException {
        return ((Opened.Ready<PairingSocket>) PairingSocket.open(folder, () -> {
                    made.incrementAndGet();
                    return LINK.line();
                }))
                .it();
    }

    @Test
    void givesALinkToWhoeverOwnsTheServer() throws IOException {
        try (PairingSocket _ = open()) {
            assertThat(PairingLink.ask(folder)).contains(LINK);
            assertThat(PairingLink.ask(folder)).contains(LINK);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(PairingSocket.in(folder))))
                    .isEqualTo("rw-------");
        }
        assertThat(PairingSocket.in(folder)).doesNotExist();
        assertThatThrownBy(() -> PairingLink.ask(folder)).isInstanceOf(IOException.class);
    }

    @Test
    void putsTheCodeWhereABrowserKeepsItToItself() {
        assertThat(LINK.address()).isEqualTo("http://127.0.0.1:8799/pair#code=ACDE-FGHJ-KMNP");
        assertThat(LINK.toString()).doesNotContain(LINK.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "pairs\n", "pair \n", "GET / HTTP/1.1\r\n", "pair pair pair p\n"})
    void answersNothingElse(String asked) throws IOException {
        try (PairingSocket _ = open();
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(PairingSocket.in(folder)));
            channel.write(java.nio.ByteBuffer.wrap(asked.getBytes(StandardCharsets.US_ASCII)));
            channel.shutdownOutput();
            assertThat(PairingSocket.line(channel, 100)).isEmpty();
            assertThat(made).hasValue(0);
        }
    }

    @Test
    void doesNotWaitForeverForOneWhoSaysNothing() throws IOException {
        try (PairingSocket _ = open();
                SocketChannel silent = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.connect(UnixDomainSocketAddress.of(PairingSocket.in(folder)));
            assertThat(PairingLink.ask(folder)).contains(LINK);
            assertThat(PairingSocket.line(silent, 100)).isEmpty();
        }
    }

    @Test
    void takesThePlaceOfADeadServersSocket() throws IOException {
        Files.createFile(PairingSocket.in(folder));
        try (PairingSocket _ = open()) {
            assertThat(PairingLink.ask(folder)).contains(LINK);
        }
    }

    @Test
    void saysThatAPathIsTooLong() throws IOException {
        Path deep = Files.createDirectories(folder.resolve("x".repeat(110)));
        assertThat(PairingSocket.open(deep, LINK::line)).isInstanceOf(Opened.Refused.class);
    }

    /** Folder and file mode would keep another user away already; here they do not. */
    @Test
    @Tag("root")
    void answersNobodyElseWhateverTheFileModeSays() throws Exception {
        Path shared = Files.createTempDirectory("pair");
        folder = shared;
        Path socket = PairingSocket.in(shared);
        try (PairingSocket _ = open()) {
            Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
            assertThat(asked(socket, "65534")).isEmpty();
            assertThat(made).hasValue(0);
            assertThat(asked(socket, "0")).isEqualTo(LINK.line() + "\n");
        } finally {
            Files.delete(shared);
        }
    }

    private static String asked(Path socket, String uid) throws Exception {
        Process client = new ProcessBuilder(
                        "setpriv", "--reuid=" + uid, "--clear-groups", "socat", "-t5", "-", "UNIX-CONNECT:" + socket)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var input = client.getOutputStream()) {
            input.write("pair\n".getBytes(StandardCharsets.US_ASCII));
        }
        String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        client.waitFor();
        return said;
    }
}
