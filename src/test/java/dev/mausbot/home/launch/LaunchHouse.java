package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.boot.AddressRange;
import dev.mausbot.home.boot.IpLiteral;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.BoxTools.Bridging;
import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.broker.Broker;
import dev.mausbot.home.broker.Grants;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Reason;
import dev.mausbot.home.gate.egress.DomainRules;
import dev.mausbot.home.gate.egress.EgressGate;
import dev.mausbot.home.gate.egress.EgressLimits;
import dev.mausbot.home.gate.egress.Resolver;
import dev.mausbot.home.gate.harness.HarnessGate;
import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRequest;
import dev.mausbot.home.relay.SignInRelay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A server's world with real gates and real boxes. Names lead, by way of public addresses and so of the whole decision,
 * to servers on loopback. Closing it fails if anything is left of any run.
 */
final class LaunchHouse implements AutoCloseable {
    static final Bridging SOCAT = new Bridging.Socat(Path.of("/usr/bin/socat"));
    static final Bridging OWN = new Bridging.Own(Program.current().command("bridge"));
    static final Caller CALLER = Caller.ofTurn("b1", "c1", "t1");

    /** What the server's environment holds that no box may see. */
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "LANG", "C.UTF-8",
            "PATH", "/nowhere",
            "OMB_DATA_DIR", "/secret",
            "OMB_CLOUD_BOOTSTRAP_SECRET", "secret",
            "ANTHROPIC_API_KEY", "secret",
            "LD_LIBRARY_PATH", "/secret");

    private static final Duration LONG = Duration.ofSeconds(60);

    final Path root;
    final Path data;
    final Surroundings surroundings;
    final Leftovers leftovers;
    final GatedBoxes gated;
    final Launcher runs;
    final List<AuditEvent> events = new CopyOnWriteArrayList<>();

    private final CoreVertx vertx = CoreVertx.start();
    private final Boxes boxes;
    private final Map<String, Resolver.Answer> names = new ConcurrentHashMap<>();
    private final Map<InetSocketAddress, InetSocketAddress> servers = new ConcurrentHashMap<>();

    private LaunchHouse(Path root, Bridging bridging, List<AddressRange> allow) throws IOException {
        this.root = root;
        Path home = Files.createDirectory(root.resolve("home"));
        Path runtime = Files.createDirectory(root.resolve("r"));
        data = Files.createDirectory(home.resolve(".openmausbot"));
        surroundings = new Surroundings(
                data,
                runtime,
                home,
                Surroundings.HomeView.PRIVATE,
                Program.current().readOnlyFolders(),
                ENVIRONMENT,
                System.getProperty("user.name"));
        leftovers = new Leftovers(runtime);
        boxes = Boxes.in(new BoxTools(Path.of("/usr/bin/bwrap"), bridging), runtime);
        EgressGate egress = new EgressGate(
                vertx.vertx(),
                new AddressPolicy(allow, List.of()),
                this::resolve,
                this::route,
                Set.of(),
                events::add,
                EgressLimits.defaults());
        HarnessGate harness = new HarnessGate(vertx.vertx(), LaunchHouse::answer, events::add);
        gated = new GatedBoxes(
                boxes,
                new Gates(
                        egress,
                        harness,
                        new Broker(vertx.vertx(), events::add),
                        new Grants(InstantSource.system()),
                        new SignInRelay(events::add, Set.of())),
                surroundings,
                events::add);
        runs = new BoxedRuns(gated, surroundings);
    }

    static LaunchHouse open() throws IOException {
        return open(SOCAT);
    }

    static LaunchHouse open(Bridging bridging) throws IOException {
        return open(bridging, List.of());
    }

    /** One whose operator lets boxes reach some ranges beyond the public ones. */
    static LaunchHouse open(Bridging bridging, List<AddressRange> allow) throws IOException {
        BoxWorks.assumeHere();
        return new LaunchHouse(Files.createTempDirectory("h").toRealPath(), bridging, allow);
    }

    private static CompletableFuture<InternalAnswer> answer(InternalRequest request) {
        Caller caller = request.caller();
        return CompletableFuture.completedFuture(
                request.path().equals("whoami")
                        ? InternalAnswer.json(
                                200, "%s %s %s".formatted(caller.bot(), caller.conversation(), caller.turn()))
                        : InternalAnswer.json(404, "{}"));
    }

    private CompletableFuture<Resolver.Answer> resolve(String name) {
        return CompletableFuture.completedFuture(
                names.getOrDefault(name, new Resolver.Answer.Failed(Reason.NAME_NOT_FOUND)));
    }

    private InetSocketAddress route(InetSocketAddress checked) {
        return Optional.ofNullable(servers.get(checked))
                .orElseThrow(() -> new AssertionError("no fixture is behind " + checked));
    }

    /** Gives a name its addresses. */
    LaunchHouse name(String name, String... addresses) {
        names.put(
                name,
                new Resolver.Answer.Found(Stream.of(addresses)
                        .map(text -> IpLiteral.parse(text).orElseThrow())
                        .toList()));
        return this;
    }

    /** Puts a server behind an address and port. */
    LaunchHouse serve(String address, int port, InetSocketAddress server) {
        servers.put(new InetSocketAddress(IpLiteral.parse(address).orElseThrow(), port), server);
        return this;
    }

    Path botFolder() throws IOException {
        return surroundings.botFolder(CALLER.bot());
    }

    /** A plan that runs a bash text. */
    static LaunchPlan plan(String shell) {
        return plan(shell, Map.of(), "", LaunchPlan.Input.CLOSED_AFTER_PROMPT, Optional.empty());
    }

    static LaunchPlan plan(
            String shell,
            Map<String, String> environment,
            String prompt,
            LaunchPlan.Input input,
            Optional<String> interruptLine) {
        return new LaunchPlan(
                List.of("/bin/bash", "-c", shell), environment, List.of(), List.of(), prompt, input, interruptLine);
    }

    RunRequest request(Caller caller, LaunchPlan plan) throws IOException {
        return new RunRequest(caller, plan, surroundings.botFolder(caller.bot()), DomainRules.allPublic(), LONG);
    }

    BoxedRun start(LaunchPlan plan) throws IOException {
        return start(request(CALLER, plan));
    }

    BoxedRun start(RunRequest request) {
        Launched launched = runs.start(request);
        assertThat(launched).isInstanceOf(Launched.Running.class);
        return ((Launched.Running) launched).run();
    }

    /** Runs a bash text in a box to its end. */
    Outcome run(String shell) throws Exception {
        return run(plan(shell));
    }

    Outcome run(LaunchPlan plan) throws Exception {
        try (BoxedRun run = start(plan)) {
            return Outcome.of(run);
        }
    }

    @Override
    public void close() throws IOException {
        leftovers.assertNone();
        assertThat(boxes.running()).as("boxes").isZero();
        boxes.close();
        vertx.close();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
