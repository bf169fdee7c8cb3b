package dev.mausbot.home.gate.egress;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The way out of boxes: an HTTP/1.1 proxy on one unix socket per box. CONNECT, absolute {@code http} URLs and WebSocket
 * upgrades all go through one decision about the very address that is dialled; what does not pass is answered by the gate
 * itself, with the status of its {@link dev.mausbot.home.gate.Reason} and the header {@code x-omb-gate: egress}.
 *
 * <pre>
 * box ─ socket ─ ClientConnection ─ Decider ─ Connector ─ Tunnel                  CONNECT, WebSocket
 *                (one header at     (name,     (checked  └ Exchange ─ Upstream    plain requests
 *                 a time)            lookup,    address)
 *                                    addresses)
 * </pre>
 *
 * It runs on the event loops of Vert.x, on Netty's own channels: Vert.x 4.5 sockets cannot end one side only, and its HTTP
 * codec forgives what this gate must refuse.
 */
public final class EgressGate {
    /** A box's share of the threads that look names up. */
    private static final int LOOKUPS_AT_ONCE = 16;

    private final EventLoopGroup loops;
    private final AddressPolicy policy;
    private final Resolver resolver;
    private final Route route;
    private final Set<HostName> homeAndAdmin;
    private final LocalNames localNames = LocalNames.ofThisMachine();
    private final Audit audit;
    private final EgressLimits limits;

    /**
     * A gate that dials what it checked.
     *
     * @param homeAndAdmin the hosts of {@code OMB_PUBLIC_URL} and of the Admin's URL, refused by name
     */
    public EgressGate(
            Vertx vertx,
            AddressPolicy policy,
            Resolver resolver,
            Set<String> homeAndAdmin,
            Audit audit,
            EgressLimits limits) {
        this(vertx, policy, resolver, Route.direct(), homeAndAdmin, audit, limits);
    }

    /** A gate whose connections go by a route of their own; for the self-check and for tests. */
    public EgressGate(
            Vertx vertx,
            AddressPolicy policy,
            Resolver resolver,
            Route route,
            Set<String> homeAndAdmin,
            Audit audit,
            EgressLimits limits) {
        this.loops = ((VertxInternal) vertx).getEventLoopGroup();
        this.policy = policy;
        this.resolver = resolver;
        this.route = route;
        this.homeAndAdmin = homeAndAdmin.stream().map(EgressGate::host).collect(Collectors.toUnmodifiableSet());
        this.audit = audit;
        this.limits = limits;
    }

    private static HostName host(String text) {
        return HostName.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + text + "' is not a host, so it cannot be kept from boxes; give a name without a port"));
    }

    /**
     * Opens a box's socket and returns once it listens. Blocks for a moment; not for an event loop.
     *
     * @param socket a path that does not exist yet, in a folder that only this user may enter
     * @throws java.io.UncheckedIOException if it cannot be opened there
     */
    public Listening open(Path socket, Caller caller, DomainRules rules) {
        EventLoop loop = loops.next();
        return EgressSocket.openUnix(new DomainSocketAddress(socket.toFile()), loop, box(loop, caller, rules));
    }

    /** The same on a TCP port of loopback, for measuring it against proxies that know nothing else. */
    EgressSocket openForBench(InetSocketAddress loopback, Caller caller, DomainRules rules) {
        EventLoop loop = loops.next();
        return EgressSocket.openTcp(loopback, loop, box(loop, caller, rules));
    }

    private BoxEgress box(EventLoop loop, Caller caller, DomainRules rules) {
        Resolver share = new FairResolver(resolver, LOOKUPS_AT_ONCE, limits.tunnels());
        Decider decider = new Decider(policy, share, homeAndAdmin, localNames, rules, limits);
        return new BoxEgress(caller, loop, decider, new Connector(loop, route, limits.connect()), audit, limits);
    }
}
