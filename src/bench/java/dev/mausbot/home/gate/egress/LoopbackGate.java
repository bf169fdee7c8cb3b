package dev.mausbot.home.gate.egress;

import dev.mausbot.home.boot.IpLiteral;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * An egress gate to be measured: on a TCP port of loopback, where load generators and other proxies are, and on a unix
 * socket, as a box has it. Its policy is the usual one; the one name that it knows has a public address, whose
 * connections its route leads to an origin on loopback. It lives in this package because no other can open a gate on TCP.
 */
public final class LoopbackGate implements AutoCloseable {
    /** The name of the origin, at any port. */
    public static final String ORIGIN = "origin.example";

    private static final InetAddress PUBLIC = IpLiteral.parse("93.184.215.14").orElseThrow();
    private static final Caller CALLER = new Caller("bench", "bench", "bench", "bench");

    private final CoreVertx core = CoreVertx.start();
    private final EgressSocket tcp;
    private final Listening unix;

    /**
     * Opens it.
     *
     * @param socket the unix socket to be made
     */
    public LoopbackGate(Path socket) {
        EgressGate gate = new EgressGate(
                core.vertx(),
                new AddressPolicy(List.of(), List.of()),
                name -> CompletableFuture.completedFuture(new Resolver.Answer.Found(List.of(PUBLIC))),
                checked -> new InetSocketAddress(InetAddress.getLoopbackAddress(), checked.getPort()),
                Set.of(),
                event -> {}, // the other proxies write no log either
                EgressLimits.defaults());
        tcp = gate.openForBench(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), CALLER, DomainRules.allPublic());
        unix = gate.open(socket, CALLER, DomainRules.allPublic());
    }

    /** The port on loopback. */
    public int port() {
        return ((InetSocketAddress) tcp.address()).getPort();
    }

    @Override
    public void close() {
        tcp.close();
        unix.close();
        core.close();
    }
}
