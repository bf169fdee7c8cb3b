package dev.mausbot.home.selfcheck;

import dev.mausbot.home.boot.OperatorRanges;
import dev.mausbot.home.boot.ShownText;
import dev.mausbot.home.box.BoxSpec;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.box.GatePorts;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.Weakening;
import dev.mausbot.home.broker.Broker;
import dev.mausbot.home.broker.Grants;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.egress.DomainRules;
import dev.mausbot.home.gate.egress.EgressGate;
import dev.mausbot.home.gate.egress.EgressLimits;
import dev.mausbot.home.gate.harness.HarnessGate;
import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRequest;
import dev.mausbot.home.launch.BoxedRun;
import dev.mausbot.home.launch.BoxedRuns;
import dev.mausbot.home.launch.GatedBoxes;
import dev.mausbot.home.launch.Gates;
import dev.mausbot.home.launch.Launched;
import dev.mausbot.home.launch.RunRequest;
import dev.mausbot.home.launch.Surroundings;
import dev.mausbot.home.relay.SignInRelay;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Attacks a box from inside. The box is opened by what opens every turn's ({@link BoxedRuns}), with gates of the same kind,
 * over a fixture in place of the server's own folders, network neighbours and provider. What the probe in it tells, and what
 * the host shows afterwards, is the result. A check that could not be tried has failed.
 */
public final class SelfCheck {
    /** The whole of it takes a second; a box that does not end by then has something to hide. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final int REMEMBERED_ERRORS = 400;

    private final BoxTools tools;
    private final Vertx vertx;
    private final Surroundings server;
    private final OperatorRanges ranges;
    private final InstantSource clock;

    /**
     * Makes ready; nothing is started.
     *
     * @param tools what the server's boxes are made with
     * @param vertx what the gates run on
     * @param server what the server's boxes are about: the fixture has the same shape
     * @param ranges what the operator opened and closed
     */
    public SelfCheck(BoxTools tools, Vertx vertx, Surroundings server, OperatorRanges ranges, InstantSource clock) {
        this.tools = tools;
        this.vertx = vertx;
        this.server = server;
        this.ranges = ranges;
        this.clock = clock;
    }

    /** What came of it. */
    public sealed interface Outcome {
        /** The box was attacked. */
        record Checked(SelfCheckResult result) implements Outcome {}

        /** There was no box to attack. Nothing is proven, so every check of the result has failed. */
        record NotStarted(String reason, SelfCheckResult result) implements Outcome {}

        SelfCheckResult result();
    }

    /** What the box told, or why there was none. */
    private sealed interface Told {
        record ByProbe(Map<String, ProbeOutput.Told> checks, String instead) implements Told {}

        record Nothing(String reason) implements Told {}
    }

    /** Attacks a box with the protections of every bot's. Blocks for as long as it takes, at most half a minute. */
    public Outcome run() {
        return run(Set.of());
    }

    /** Attacks a box from which something is taken. */
    public Outcome run(Set<Mutation> mutations) {
        long begun = System.nanoTime();
        try (Fixture fixture = Fixture.make(vertx, server, ranges)) {
            return switch (attack(fixture, mutations)) {
                case Told.Nothing(String reason) -> notStarted(reason, begun);
                case Told.ByProbe(Map<String, ProbeOutput.Told> checks, String instead) ->
                    new Outcome.Checked(result(judged(fixture, checks, instead), begun));
            };
        } catch (IOException | RuntimeException failed) {
            return notStarted("the self-check could not be made ready: " + failed, begun);
        }
    }

    private Told attack(Fixture fixture, Set<Mutation> mutations) throws IOException {
        Weakening weakening = Weakening.none();
        Gates gates = gates(fixture);
        LaunchPlan plan = ProbePlan.of(fixture);
        FrontDesk desk = new FrontDesk(vertx, fixture);
        for (Mutation mutation : mutations) {
            switch (mutation.change()) {
                case Change.InBox change -> weakening = weakening.and(change.weakening(fixture));
                case Change.BeforeGates change -> gates = change.gates(gates, desk);
                case Change.OfPlan change -> plan = change.plan(plan, fixture);
            }
        }
        try (Boxes boxes = Boxes.weakened(tools, fixture.folders().runtime(), weakening)) {
            GatedBoxes gated = new GatedBoxes(boxes, gates, fixture.surroundings(), _ -> {});
            RunRequest request = new RunRequest(
                    Caller.ofTurn(FixtureFolders.BOT, "check", "check"),
                    plan,
                    fixture.work(),
                    DomainRules.allPublic(),
                    LONGEST);
            return switch (new BoxedRuns(gated, fixture.surroundings()).start(request)) {
                case Launched.Refused(String reason) -> new Told.Nothing(reason);
                case Launched.Running(BoxedRun run) -> heard(run, instructions(fixture, weakening));
            };
        }
    }

    private Gates gates(Fixture fixture) {
        return new Gates(
                new EgressGate(
                        vertx,
                        new AddressPolicy(ranges.allow(), ranges.deny()),
                        HostileTargets::resolve,
                        fixture.servers().toRecorder(),
                        Set.of(),
                        _ -> {},
                        EgressLimits.defaults()),
                new HarnessGate(vertx, request -> internal(request, fixture), _ -> {}),
                new Broker(vertx, _ -> {}),
                new Grants(clock),
                new SignInRelay(_ -> {}, Set.of()));
    }

    private static CompletionStage<InternalAnswer> internal(InternalRequest request, Fixture fixture) {
        return CompletableFuture.completedStage(
                request.path().equals(ProbePlan.INTERNAL_ROUTE)
                        ? InternalAnswer.json(200, "\"" + fixture.servers().word() + "\"")
                        : InternalAnswer.json(404, "{}"));
    }

    private static String instructions(Fixture fixture, Weakening weakening) {
        StringBuilder text = new StringBuilder();
        if (weakening.without().contains(Weakening.Protection.NETWORK)) {
            text.append(Attempt.instruction(List.of(
                    "ports",
                    BoxSpec.Network.Gated.CHOSEN_PORTS.toString(),
                    Integer.toString(GatePorts.EGRESS),
                    Integer.toString(GatePorts.HARNESS),
                    Integer.toString(GatePorts.BROKER))));
        }
        for (Check check : Catalogue.checks()) {
            check.attempts().apply(fixture).forEach(attempt -> text.append(attempt.line(check.id())));
        }
        return text.append("go\n").toString();
    }

    private static Told heard(BoxedRun run, String instructions) throws IOException {
        try (run) {
            CompletableFuture<String> complaint = CompletableFuture.supplyAsync(
                    () -> firstOf(run.errors()),
                    task -> Thread.ofVirtual().name("self-check-errors").start(task));
            run.say(instructions);
            Map<String, ProbeOutput.Told> told = ProbeOutput.read(
                    run.output(), Catalogue.checks().stream().map(Check::id).collect(Collectors.toSet()));
            run.close();
            String said = complaint.join();
            return new Told.ByProbe(
                    told, said.isEmpty() ? "the probe did not tell" : "the probe did not tell; the box said: " + said);
        }
    }

    /** One line of what the box complained of, the rest read and dropped so that it does not stand still. */
    private static String firstOf(InputStream errors) {
        try {
            String first = new String(errors.readNBytes(REMEMBERED_ERRORS), StandardCharsets.UTF_8);
            errors.transferTo(java.io.OutputStream.nullOutputStream());
            return ShownText.line(first, REMEMBERED_ERRORS);
        } catch (IOException closed) {
            return "";
        }
    }

    private static List<CheckResult> judged(Fixture fixture, Map<String, ProbeOutput.Told> told, String instead) {
        List<CheckResult> results = new ArrayList<>();
        for (Check check : Catalogue.checks()) {
            ProbeOutput.Told one =
                    Optional.ofNullable(told.get(check.id())).orElseGet(() -> new ProbeOutput.Told(false, instead));
            Optional<String> afterwards = check.afterwards().apply(fixture);
            results.add(check.result(
                    one.passed() && afterwards.isEmpty(), one.passed() ? afterwards.orElse(one.seen()) : one.seen()));
        }
        return results;
    }

    private Outcome notStarted(String reason, long begun) {
        List<CheckResult> results = Catalogue.checks().stream()
                .map(check -> check.result(false, "could not be tried: " + reason))
                .toList();
        return new Outcome.NotStarted(reason, result(results, begun));
    }

    private SelfCheckResult result(List<CheckResult> results, long begun) {
        return new SelfCheckResult(results, clock.instant(), Duration.ofNanos(System.nanoTime() - begun));
    }
}
