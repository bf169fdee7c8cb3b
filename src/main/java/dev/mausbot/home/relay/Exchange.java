package dev.mausbot.home.relay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * One callback on one connection that the box has dialled. This side speaks first, and in three steps:
 *
 * <pre>
 * connect 08085\n                                     ok\n, or refused\n if nothing listens there
 * GET /path?query HTTP/1.1, Host, Connection          the answer of what listens there
 * </pre>
 *
 * Blocks, and has no time limit of its own: whoever runs it closes the connection when the time is over.
 */
final class Exchange {
    private static final byte[] OK = "ok\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] REFUSED = "refused\n".getBytes(StandardCharsets.US_ASCII);

    private final SocketChannel connection;
    private final LoopbackUrl url;

    Exchange(SocketChannel connection, LoopbackUrl url) {
        this.connection = connection;
        this.url = url;
    }

    /**
     * Sends the callback.
     *
     * @throws IOException if the connection ends, or is closed, before there is an answer
     */
    SignInAnswer run() throws IOException {
        InputStream in = Channels.newInputStream(connection);
        byte[] said;
        try {
            write(String.format(Locale.ROOT, "connect %05d\n", url.port()));
            said = in.readNBytes(OK.length);
        } catch (IOException gone) {
            return new SignInAnswer.NothingWaits();
        }
        if (said.length == 0) {
            return new SignInAnswer.NothingWaits();
        }
        if (Arrays.equals(said, OK)) {
            // No more headers than it takes; the browser's own, cookies among them, were never here.
            write("GET " + url.target() + " HTTP/1.1\r\nHost: " + url.authority() + "\r\nConnection: close\r\n\r\n");
            return CallbackAnswer.read(in);
        }
        byte[] rest = in.readNBytes(REFUSED.length - OK.length);
        boolean refused = Arrays.equals(said, Arrays.copyOf(REFUSED, OK.length))
                && Arrays.equals(rest, Arrays.copyOfRange(REFUSED, OK.length, REFUSED.length));
        return refused ? new SignInAnswer.NothingListens(url.port()) : new SignInAnswer.Garbled();
    }

    private void write(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            connection.write(bytes);
        }
    }
}
