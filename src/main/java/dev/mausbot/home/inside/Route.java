package dev.mausbot.home.inside;

import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * One loopback port of the box and the unix socket that it leads to, written {@code PORT=SOCKETPATH}.
 *
 * @param port 0 to 65535; 0 lets the kernel choose
 * @param socket the absolute path of the socket
 */
record Route(int port, UnixDomainSocketAddress socket) {
    private static final int LAST_PORT = 65535;

    /** {@code sun_path} is 108 bytes with its closing zero, unix(7). */
    private static final int LONGEST_PATH = 107;

    /**
     * Reads one argument.
     *
     * @throws IllegalArgumentException with a message for a person, if the argument is not a route
     */
    static Route parse(String argument) {
        int equals = argument.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("'" + argument + "' is not PORT=SOCKETPATH");
        }
        return new Route(port(argument, equals), socket(argument, equals));
    }

    /**
     * Reads the path of a socket behind the equals sign of an argument.
     *
     * @throws IllegalArgumentException with a message for a person
     */
    static UnixDomainSocketAddress socket(String argument, int equals) {
        String path = argument.substring(equals + 1);
        if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("'" + argument + "': the socket's path must be absolute");
        }
        if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new IllegalArgumentException(
                    "'" + argument + "': the socket's path is longer than " + LONGEST_PATH + " bytes");
        }
        return UnixDomainSocketAddress.of(path);
    }

    /** Digits only: no sign, no space and no other script's digits, which {@code Integer.parseInt} would take. */
    private static int port(String argument, int end) {
        int port = 0;
        boolean good = end > 0 && end <= 5;
        for (int i = 0; good && i < end; i++) {
            char digit = argument.charAt(i);
            good = digit >= '0' && digit <= '9';
            port = port * 10 + (digit - '0');
        }
        if (!good || port > LAST_PORT) {
            throw new IllegalArgumentException("'" + argument + "': the port must be a number from 0 to " + LAST_PORT);
        }
        return port;
    }
}
