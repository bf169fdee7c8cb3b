package dev.mausbot.home;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Closing;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.PassingFolder;
import dev.mausbot.home.boot.RuntimeFolder;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.box.GatePorts;
import dev.mausbot.home.broker.Broker;
import dev.mausbot.home.broker.Grants;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.ask.AskGate;
import dev.mausbot.home.gate.ask.Asks;
import dev.mausbot.home.gate.egress.EgressGate;
import dev.mausbot.home.gate.egress.EgressLimits;
import dev.mausbot.home.gate.egress.SystemResolver;
import dev.mausbot.home.gate.harness.HarnessGate;
import dev.mausbot.home.gate.harness.InternalRoutes;
import dev.mausbot.home.launch.GatedBoxes;
import dev.mausbot.home.launch.Gates;
import dev.mausbot.home.launch.Surroundings;
import dev.mausbot.home.relay.SignInRelay;
import dev.mausbot.home.selfcheck.SelfCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The core put together: boxes with their gates, without a framework. Whoever started it closes it. */
final class Core implements AutoCloseable {
    private static final List<Path> SOCAT = List.of(Path.of("/usr/bin/socat"), Path.of("/usr/local/bin/socat"));

    private final BoxDetection.Detected detected;
    private final Optional<GatedBoxes> boxes;
    private final Optional<SelfCheck> selfCheck;
    private final SignInRelay relay;
    private final Deque<AutoCloseable> owned;

    private Core(
            BoxDetection.Detected detected,
            Optional<GatedBoxes> boxes,
            Optional<SelfCheck> selfCheck,
            SignInRelay relay,
            Deque<AutoCloseable> owned) {
        this.detected = detected;
        this.boxes = boxes;
        this.selfCheck = selfCheck;
        this.relay = relay;
        this.owned = owned;
    }

    /** For who wants no boxes: nothing is tried and nothing started. */
    static Core withoutBoxes(Audit audit) {
        return off(new BoxDetection.Detected.Off("boxes are not wanted here", ""), audit);
    }

    private static Core off(BoxDetection.Detected detected, Audit audit) {
        return new Core(detected, Optional.empty(), Optional.empty(), relay(audit), new ArrayDeque<>());
    }

    /**
     * Finds out whether boxes work here and, if so, makes ready to open them.
     *
     * @param contract the settings
     * @param surroundings what of the server's world boxes are about
     * @param routes what answers to helpers in a box
     * @param asks what takes their questions to the owner
     * @param audit where decisions go
     */
    static Core start(BootContract contract, Surroundings surroundings, InternalRoutes routes, Asks asks, Audit audit)
            throws IOException {
        for (PassingFolder left : RuntimeFolder.abandoned(HostFacts.current())) {
            Boxes.sweep(left.path());
            left.close();
        }
        BoxDetection.Detected detected = new BoxDetection().detect(surroundings.runtime(), bridging());
        if (!(detected instanceof BoxDetection.Detected.On on)) {
            return off(detected, audit);
        }
        Boxes boxes = Boxes.in(on.tools(), surroundings.runtime());
        CoreVertx vertx = CoreVertx.start();
        SystemResolver resolver = SystemResolver.start();
        Deque<AutoCloseable> owned = new ArrayDeque<>();
        // Closed from the last to the first: no box outlives its gates' threads.
        owned.push(vertx);
        owned.push(resolver);
        owned.push(boxes);
        EgressGate egress = new EgressGate(
                vertx.vertx(), policy(contract), resolver, homeAndAdmin(contract), audit, EgressLimits.defaults());
        HarnessGate harness = new HarnessGate(vertx.vertx(), routes, audit);
        SignInRelay relay = relay(audit);
        Broker broker = new Broker(vertx.vertx(), audit);
        Grants grants = new Grants(InstantSource.system());
        GatedBoxes gated = new GatedBoxes(
                boxes,
                new Gates(egress, harness, broker, grants, new AskGate(asks, audit), relay),
                surroundings,
                audit);
        SelfCheck selfCheck =
                new SelfCheck(on.tools(), vertx.vertx(), surroundings, contract.egress(), InstantSource.system());
        return new Core(detected, Optional.of(gated), Optional.of(selfCheck), relay, owned);
    }

    private static SignInRelay relay(Audit audit) {
        return new SignInRelay(audit, Set.of(GatePorts.EGRESS, GatePorts.BROKER, GatePorts.HARNESS));
    }

    /** socat where it is installed: in a JVM it is the smaller and quicker one by far (docs/decisions.md). */
    static BoxTools.Bridging bridging() {
        return SOCAT.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .<BoxTools.Bridging>map(BoxTools.Bridging.Socat::new)
                .orElseGet(BoxTools.Bridging.Own::ofThisProgram);
    }

    private static AddressPolicy policy(BootContract contract) {
        return new AddressPolicy(contract.egress().allow(), contract.egress().deny());
    }

    private static Set<String> homeAndAdmin(BootContract contract) {
        return contract.cloud().stream()
                .flatMap(cloud ->
                        List.of(cloud.publicUrl().host(), cloud.adminUrl().host()).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    BoxDetection.Detected detected() {
        return detected;
    }

    /** The boxes, where they work. */
    Optional<GatedBoxes> boxes() {
        return boxes;
    }

    /** What attacks the boxes, where they work. */
    Optional<SelfCheck> selfCheck() {
        return selfCheck;
    }

    /** The way in for sign-ins' callbacks; where there are no boxes nobody is behind it. */
    SignInRelay relay() {
        return relay;
    }

    @Override
    public void close() throws IOException {
        Optional<IOException> left = Closing.inTurn(List.copyOf(owned));
        owned.clear();
        if (left.isPresent()) {
            throw new IOException("the core could not be closed whole", left.get());
        }
    }
}
