package dev.mausbot.home.auth.pairing;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * A pairing as a person gets it: an address to open. The code stands behind a {@code #}, so a browser keeps it to itself.
 *
 * @param origin of the page, such as {@code http://127.0.0.1:8799}
 */
public record PairingLink(String origin, String code, Instant expiresAt) {
    private static final int LONGEST = 512;

    /** The address to open. */
    public String address() {
        return origin + "/pair#code=" + code;
    }

    /** As the socket says it. */
    public String line() {
        return origin + " " + code + " " + expiresAt;
    }

    private static Optional<PairingLink> read(String line) {
        String[] words = line.split(" ", -1);
        try {
            return words.length == 3
                    ? Optional.of(new PairingLink(words[0], words[1], Instant.parse(words[2])))
                    : Optional.empty();
        } catch (DateTimeException noTime) {
            return Optional.empty();
        }
    }

    /**
     * Asks the server of this data folder for one.
     *
     * @return empty if it gives none
     * @throws IOException if none answers
     */
    public static Optional<PairingLink> ask(Path dataFolder) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(PairingSocket.in(dataFolder)));
            PairingSocket.send(channel, PairingSocket.ASKED);
            return read(PairingSocket.line(channel, LONGEST));
        }
    }

    /** Without what signs in. */
    @Override
    public String toString() {
        return "PairingLink[" + origin + " until " + expiresAt + "]";
    }
}
