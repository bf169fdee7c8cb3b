package dev.mausbot.home.inside;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is tried on the network: straight, and through the box's gates. */
final class NetworkAttempts {
    private static final int PATIENCE_MILLIS = 1000;
    private static final int DISCARD = 9;

    private NetworkAttempts() {}

    static Map<String, Attempt> all(Ports ports) {
        return Map.of(
                "unreachable", arguments -> unreachable(arguments.get(0), Integer.parseInt(arguments.get(1))),
                "no-abstract-socket", arguments -> noAbstractSocket(arguments.getFirst()),
                "no-route", NetworkAttempts::noRoute,
                "refused", arguments -> refused(ports, arguments),
                "answered", arguments -> answered(ports, arguments));
    }

    private static Seen unreachable(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(address), port), PATIENCE_MILLIS);
            return Seen.broken("a server of the host answers at " + address);
        } catch (IOException refused) {
            return Seen.holds("nobody answers");
        }
    }

    /** Sockets without a file belong to a network namespace, which lists its own ({@code unix(7)}). */
    private static Seen noAbstractSocket(String name) throws IOException {
        boolean listed = Files.readString(Path.of("/proc/net/unix")).contains("@" + name);
        return listed ? Seen.broken("an abstract socket of the host is within reach") : Seen.holds("not listed");
    }

    /** Connecting a datagram socket sends nothing, but the kernel must know a way. */
    private static Seen noRoute(List<String> addresses) throws IOException {
        for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (one.isUp() && !one.isLoopback()) {
                return Seen.broken("there is a network interface " + one.getName());
            }
        }
        for (String text : addresses) {
            if (knowsAWayTo(InetAddress.ofLiteral(text))) {
                return Seen.broken("the kernel knows a way to " + text);
            }
        }
        return Seen.holds("no interface but loopback, no way out");
    }

    private static boolean knowsAWayTo(InetAddress address) {
        StandardProtocolFamily family =
                address instanceof Inet6Address ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
        try (DatagramChannel channel = DatagramChannel.open(family)) {
            channel.connect(new InetSocketAddress(address, DISCARD));
            return true;
        } catch (IOException | UnsupportedOperationException unreachable) {
            return false; // or there is no IPv6 at all
        }
    }

    /** The egress gate itself says no, in both forms of a request, for one of the named reasons. */
    private static Seen refused(Ports ports, List<String> arguments) throws IOException {
        int port = ports.of(arguments.get(0));
        String target = arguments.get(1);
        Set<String> reasons = Set.of(arguments.get(2).split(",", -1));
        String end = " HTTP/1.1\r\nHost: " + target + "\r\nConnection: close\r\n\r\n";
        for (String request : List.of("CONNECT " + target + end, "GET http://" + target + "/" + end)) {
            HttpAnswer answer = HttpAnswer.to(port, request);
            boolean byGate = answer.status() == 403
                    && answer.gate().filter("egress"::equals).isPresent();
            if (!byGate || reasons.stream().noneMatch(reason -> answer.body().contains("(" + reason + ")"))) {
                return Seen.broken(target + " was answered with " + answer.shown());
            }
        }
        return Seen.holds("403 by the egress gate");
    }

    /** One request gets the answer that it must. */
    private static Seen answered(Ports ports, List<String> arguments) throws IOException {
        String credential = arguments.get(3);
        String request = arguments.get(1) + " " + arguments.get(2) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + (credential.isEmpty() ? "" : Variables.filledIn(credential) + "\r\n")
                + "Connection: close\r\nContent-Length: 0\r\n\r\n";
        HttpAnswer answer = HttpAnswer.to(ports.of(arguments.get(0)), request);
        boolean asItMust = Integer.toString(answer.status()).equals(arguments.get(4))
                && answer.gate().orElse("").equals(arguments.get(5))
                && answer.body().contains(arguments.get(6));
        return new Seen(asItMust, answer.shown());
    }
}
