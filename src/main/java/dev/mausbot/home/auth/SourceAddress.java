package dev.mausbot.home.auth;

import dev.mausbot.home.boot.IpLiteral;
import io.vertx.core.http.HttpServerRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Whom a request came from, for counting failures: the address of the connection, or on Fly, where every connection is its
 * proxy's, the one that the proxy names. Elsewhere anybody could send that header.
 *
 * @param onFly whether this machine is one of Fly's
 */
public record SourceAddress(boolean onFly) {
    /** The header of Fly's proxy. */
    static final String HEADER = "Fly-Client-IP";

    private static final int SUBSCRIBER_BYTES = 8;

    /** Fly sets this name in every machine of its own. */
    public static SourceAddress of(Map<String, String> environment) {
        return new SourceAddress(environment.containsKey("FLY_MACHINE_ID"));
    }

    /** Whom this request came from. */
    String of(HttpServerRequest request) {
        return of(request.headers().getAll(HEADER), request.remoteAddress().hostAddress());
    }

    /**
     * The address as text; of IPv6 the /64 network, because one subscriber has all of it.
     *
     * @param named all values of {@link #HEADER}
     * @param connected the address that the connection came from
     */
    String of(List<String> named, String connected) {
        String text = onFly && named.size() == 1 ? named.getFirst() : connected;
        return IpLiteral.parse(text)
                .or(() -> IpLiteral.parse(connected))
                .map(SourceAddress::subscriber)
                .orElse("unknown");
    }

    private static String subscriber(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address.getHostAddress();
        }
        byte[] network = Arrays.copyOf(Arrays.copyOf(address.getAddress(), SUBSCRIBER_BYTES), 16);
        return IpLiteral.fromBytes(network).getHostAddress() + "/64";
    }
}
