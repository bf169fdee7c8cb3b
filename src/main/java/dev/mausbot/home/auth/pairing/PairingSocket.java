package dev.mausbot.home.auth.pairing;

import dev.mausbot.home.boot.Opened;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.function.Supplier;
import jdk.net.ExtendedSocketOptions;
import org.jboss.logging.Logger;

/**
 * The way to a pairing for a person on the machine: a unix socket in the data folder, which no box sees. It answers only
 * processes of the server's own user, by what the kernel says of them ({@code SO_PEERCRED}, unix(7)); file mode and folder
 * keep the others away already. One line in, one line out, one caller at a time, five seconds each.
 */
public final class PairingSocket implements AutoCloseable {
    private static final String NAME = "pair.sock";
    static final String ASKED = "pair";

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int LONGEST_ASKED = 16;
    private static final int SUN_PATH = 108;
    private static final Logger LOG = Logger.getLogger(PairingSocket.class);

    private final Path path;
    private final ServerSocketChannel server;
    private final UserPrincipal owner;
    private final Supplier<String> answer;

    private PairingSocket(Path path, ServerSocketChannel server, UserPrincipal owner, Supplier<String> answer) {
        this.path = path;
        this.server = server;
        this.owner = owner;
        this.answer = answer;
    }

    /** Where a server of this data folder has it. */
    static Path in(Path dataFolder) {
        return dataFolder.resolve(NAME);
    }

    /**
     * Opens it; the folder is this server's alone, so one that is there is a dead server's.
     *
     * @param answer makes the line that is answered, without its line end
     */
    public static Opened<PairingSocket> open(Path dataFolder, Supplier<String> answer) throws IOException {
        Path path = in(dataFolder);
        if (path.toString().getBytes(StandardCharsets.UTF_8).length >= SUN_PATH) {
            return new Opened.Refused<>("the path of the data folder is too long for a unix socket");
        }
        Files.deleteIfExists(path);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(path));
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
            PairingSocket socket = new PairingSocket(path, server, Files.getOwner(path), answer);
            Thread.ofPlatform().daemon().name("pairing-socket").start(socket::serve);
            return new Opened.Ready<>(socket);
        } catch (IOException | RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    private void serve() {
        try {
            while (server.isOpen()) {
                serveOne();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void serveOne() throws InterruptedException {
        try (SocketChannel caller = server.accept()) {
            Thread answering = Thread.ofVirtual().start(() -> answer(caller));
            if (!answering.join(PATIENCE)) {
                LOG.warn("somebody asked for a pairing and did not finish asking");
            }
        } catch (ClosedChannelException closed) {
            LOG.debug("the pairing socket is closed", closed);
        } catch (IOException broken) {
            LOG.warn("the pairing socket: " + broken.getMessage());
            // When descriptors are short the next try fails as fast as this one.
            Thread.sleep(PATIENCE);
        }
    }

    private void answer(SocketChannel caller) {
        try {
            if (!isOwner(caller)) {
                LOG.warn("a process of another user asked for a pairing, and got none");
            } else if (line(caller, LONGEST_ASKED).equals(ASKED)) {
                send(caller, answer.get());
            }
        } catch (IOException gone) {
            LOG.debug("who asked for a pairing went away", gone);
        }
    }

    private boolean isOwner(SocketChannel caller) throws SocketException, IOException {
        return caller.getOption(ExtendedSocketOptions.SO_PEERCRED).user().equals(owner);
    }

    static void send(SocketChannel channel, String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** One line without its end; empty if none came, or a longer one. */
    static String line(SocketChannel channel, int longest) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(longest + 1);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
            if (text.endsWith("\n")) {
                return text.substring(0, text.length() - 1);
            }
        }
        return "";
    }

    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(path);
    }
}
