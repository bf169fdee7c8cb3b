package dev.mausbot.home.turn.mcp;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Why an upstream could not be called, in our own words: what a client's exception says may name addresses and headers. */
final class CallFault {
    private CallFault() {}

    static String of(IOException failed) {
        return switch (failed) {
            case ConnectException connecting
            when caused(connecting, UnresolvedAddressException.class) -> "its host name is not known";
            case ConnectException _ -> "nothing answers at its address";
            case HttpTimeoutException _ -> "nothing answers at its address in time";
            case SSLException _ -> "its certificate cannot be trusted, or it speaks no TLS";
            default -> "the connection broke off";
        };
    }

    private static boolean caused(Throwable thrown, Class<? extends Throwable> kind) {
        return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause)
                .anyMatch(kind::isInstance);
    }
}
