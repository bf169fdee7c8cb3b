package dev.mausbot.home.selfcheck;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.Weakening;
import dev.mausbot.home.launch.Gates;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What each {@link Mutation} changes. */
final class Changes {
    private static final Path USR = Path.of("/usr");
    private static final String CANARY = "canary";
    private static final String LEAK = "leak";

    private Changes() {}

    static Change.InBox bindData() {
        return fixture -> binds(
                new Weakening.Bind(fixture.folders().data(), fixture.folders().data(), /* writable= */ true),
                readOnly(fixture.folders().runtime()));
    }

    static Change.InBox noWork() {
        return fixture -> binds(readOnly(fixture.work()));
    }

    /** Read-only, so that a shared folder is seen and the host's is left as it is. */
    static Change.InBox tmpShared() {
        return _ -> binds(readOnly(Path.of("/tmp")), readOnly(Path.of("/var/tmp")));
    }

    /** A private folder in the place of {@code /usr}, with all that is in the real one put back into it, read-only. */
    static Change.InBox imageWritable() {
        return fixture -> {
            List<Weakening.Bind> binds = new ArrayList<>();
            binds.add(new Weakening.Bind(fixture.folders().image(), USR, /* writable= */ true));
            try (DirectoryStream<Path> parts = Files.newDirectoryStream(USR)) {
                for (Path part : parts) {
                    if (Files.isSymbolicLink(part)) {
                        Files.createSymbolicLink(
                                fixture.folders().image().resolve(part.getFileName()), Files.readSymbolicLink(part));
                    } else {
                        binds.add(readOnly(part));
                    }
                }
            }
            return new Weakening(binds, Set.of(), Map.of());
        };
    }

    static Change.InBox bindFly() {
        return fixture -> binds(new Weakening.Bind(fixture.folders().fly(), Path.of("/.fly"), /* writable= */ false));
    }

    static Change.InBox bindSys() {
        return _ -> binds(readOnly(Path.of("/sys")));
    }

    /**
     * The canary's like is started in the box. To leave out the box's process numbers alone would not do: the user
     * namespace still keeps environments from being read.
     */
    static Change.OfPlan sharePid() {
        return (plan, fixture) -> {
            List<String> command =
                    new ArrayList<>(Canary.by(LaunchPlan.FILES.resolve(CANARY).toString()));
            command.addAll(plan.command());
            return with(
                    plan,
                    command,
                    new LaunchPlan.PlannedFile(CANARY, fixture.canary().inside()));
        };
    }

    static Change.InBox shareNet() {
        return _ -> without(Weakening.Protection.NETWORK);
    }

    static Change.InBox noSeccomp() {
        return _ -> without(Weakening.Protection.FILTER);
    }

    static Change.InBox envAll() {
        return fixture -> environment(fixture.decoys());
    }

    static Change.InBox rawKey() {
        return fixture -> environment(Map.of("ANTHROPIC_API_KEY", fixture.key().reveal()));
    }

    static Change.InBox rawUrl() {
        return fixture ->
                environment(Map.of("ANTHROPIC_BASE_URL", fixture.servers().upstream()));
    }

    static Change.OfPlan keyFile() {
        return (plan, fixture) -> with(
                plan,
                plan.command(),
                new LaunchPlan.PlannedFile(LEAK, fixture.key().reveal()));
    }

    static Change.OfPlan dropKey() {
        return (plan, fixture) -> {
            Map<String, String> environment = new TreeMap<>(plan.environment());
            environment.put("ANTHROPIC_BASE_URL", fixture.servers().upstreamBehind(Disguises::withoutKey));
            return ProbePlan.of(plan.command(), environment, plan.programs(), plan.files());
        };
    }

    static Change.BeforeGates openEgress() {
        return (gates, desk) -> new Gates(
                desk.egress(gates.egress(), Disguises::toAPublicName),
                gates.harness(),
                gates.broker(),
                gates.grants(),
                gates.relay());
    }

    static Change.BeforeGates deafHarness() {
        return (gates, desk) -> withHarness(gates, desk, Disguises::notInternal);
    }

    static Change.BeforeGates openHarness() {
        return (gates, desk) -> withHarness(gates, desk, Disguises::internal);
    }

    static Change.BeforeGates anyToken() {
        return (gates, desk) -> withBroker(gates, desk.broker(gates.broker(), Disguises::withToken));
    }

    static Change.BeforeGates anyGrant() {
        return (gates, desk) -> withBroker(gates, desk.broker(gates.broker(), _ -> Disguises::withGrant));
    }

    private static Gates withHarness(Gates gates, FrontDesk desk, Disguise disguise) {
        return new Gates(
                gates.egress(), desk.harness(gates.harness(), disguise), gates.broker(), gates.grants(), gates.relay());
    }

    private static Gates withBroker(Gates gates, Gates.BrokerDoor broker) {
        return new Gates(gates.egress(), gates.harness(), broker, gates.grants(), gates.relay());
    }

    private static LaunchPlan with(LaunchPlan plan, List<String> command, LaunchPlan.PlannedFile file) {
        return ProbePlan.of(
                command,
                plan.environment(),
                plan.programs(),
                Stream.concat(plan.files().stream(), Stream.of(file)).toList());
    }

    private static Weakening.Bind readOnly(Path path) {
        return new Weakening.Bind(path, path, /* writable= */ false);
    }

    private static Weakening binds(Weakening.Bind... binds) {
        return new Weakening(List.of(binds), Set.of(), Map.of());
    }

    private static Weakening without(Weakening.Protection protection) {
        return new Weakening(List.of(), Set.of(protection), Map.of());
    }

    private static Weakening environment(Map<String, String> variables) {
        return new Weakening(List.of(), Set.of(), variables);
    }
}
