package dev.mausbot.home.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoxSocketTest {
    private Path folder;
    private Path path;

    @BeforeEach
    void makeAFolder() throws IOException {
        // Not JUnit's own: a socket's path must stay short wherever TMPDIR is.
        folder = Files.createTempDirectory(Path.of("/tmp"), "omb-s");
        path = folder.resolve("s");
    }

    @AfterEach
    void leavesNothing() throws IOException {
        Files.delete(folder);
    }

    /** Whether whoever takes connections hung up. */
    private boolean hungUp() throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return channel.read(ByteBuffer.allocate(1)) < 0;
        }
    }

    @Test
    void acceptsFromThisUserOnlyAndRemovesItsFile() throws IOException {
        BoxSocket socket = BoxSocket.at(path);
        try (socket) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
            socket.accept("test", SocketChannel::close);
            assertThat(hungUp()).isTrue();
            assertThatThrownBy(() -> BoxSocket.at(path)).isInstanceOf(IllegalStateException.class);
            assertThat(socket.isOpen()).isTrue();
        }
        socket.close();
        assertThat(socket.isOpen()).isFalse();
        assertThat(path).doesNotExist();
    }

    @Test
    void acceptsTheNextWhateverBecomesOfOne() throws IOException {
        AtomicInteger taken = new AtomicInteger();
        try (BoxSocket socket = BoxSocket.at(path)) {
            socket.accept("test", connection -> {
                connection.close();
                switch (taken.incrementAndGet()) {
                    case 1 -> throw new IllegalStateException("a bug");
                    case 2 -> throw new IOException("broken");
                    default -> {}
                }
            });
            for (int i = 0; i < 3; i++) {
                assertThat(hungUp()).isTrue();
            }
        }
        assertThat(taken).hasValue(3);
    }
}
