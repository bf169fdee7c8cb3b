package dev.mausbot.home.gate.egress;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.boot.IpLiteral;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.gate.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A gate on a real unix socket with names of a fixture's own. Public addresses lead to servers on loopback by way of the
 * route, which sees only addresses that the gate has checked and chosen to dial.
 */
final class EgressFixture implements AutoCloseable {
    static final Caller CALLER = new Caller("box-1", "bot-1", "conversation-1", "turn-1");

    private final CoreVertx core = CoreVertx.start();
    private final Path folder = Files.createTempDirectory("eg");
    private final Map<String, Resolver.Answer> names = new ConcurrentHashMap<>();
    private final Map<InetSocketAddress, InetSocketAddress> servers = new ConcurrentHashMap<>();
    private final List<InetSocketAddress> dialled = new CopyOnWriteArrayList<>();
    private final List<String> lookups = new CopyOnWriteArrayList<>();
    private final List<AuditEvent> events = new CopyOnWriteArrayList<>();
    private final Listening listening;
    private final Path socket = folder.resolve("egress");

    EgressFixture() throws IOException {
        this(EgressLimits.defaults(), DomainRules.allPublic());
    }

    EgressFixture(EgressLimits limits, DomainRules rules) throws IOException {
        EgressGate gate = new EgressGate(
                core.vertx(),
                new AddressPolicy(List.of(), List.of()),
                this::resolve,
                this::route,
                Set.of("home.example.org", "admin.example.org"),
                events::add,
                limits);
        listening = gate.open(socket, CALLER, rules);
    }

    private CompletableFuture<Resolver.Answer> resolve(String name) {
        lookups.add(name);
        return CompletableFuture.completedFuture(
                names.getOrDefault(name, new Resolver.Answer.Failed(Reason.NAME_NOT_FOUND)));
    }

    private InetSocketAddress route(InetSocketAddress checked) {
        dialled.add(checked);
        // An address without a server leads to a port of loopback on which nobody listens.
        return servers.getOrDefault(checked, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    }

    /** Gives a name its addresses. */
    EgressFixture name(String name, String... addresses) {
        names.put(
                name,
                new Resolver.Answer.Found(Stream.of(addresses)
                        .map(text -> IpLiteral.parse(text).orElseThrow())
                        .toList()));
        return this;
    }

    /** Puts a server behind a public address and port. */
    EgressFixture serve(String address, int port, Origin origin) {
        servers.put(new InetSocketAddress(IpLiteral.parse(address).orElseThrow(), port), origin.address());
        return this;
    }

    RawClient connect() throws IOException {
        return new RawClient(socket);
    }

    Path socket() {
        return socket;
    }

    List<InetSocketAddress> dialled() {
        return dialled;
    }

    List<String> lookups() {
        return lookups;
    }

    <T extends AuditEvent> List<T> events(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** What the decision lines say, as {@code host:port allowed|refused reason}. */
    List<String> decisions() {
        return events(AuditEvent.EgressDecided.class).stream()
                .map(e -> e.host() + ":" + e.port() + (e.allowed() ? " allowed " : " refused ") + e.reason())
                .toList();
    }

    void closeGate() {
        listening.close();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        core.close();
        Files.deleteIfExists(folder);
    }
}
