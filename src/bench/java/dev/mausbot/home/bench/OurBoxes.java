package dev.mausbot.home.bench;

import dev.mausbot.home.boot.Program;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.box.BoxEnd;
import dev.mausbot.home.box.BoxFolders;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.broker.Broker;
import dev.mausbot.home.broker.Grants;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.egress.DomainRules;
import dev.mausbot.home.gate.egress.EgressGate;
import dev.mausbot.home.gate.egress.EgressLimits;
import dev.mausbot.home.gate.egress.SystemResolver;
import dev.mausbot.home.gate.harness.HarnessGate;
import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.launch.BoxOrder;
import dev.mausbot.home.launch.GatedBoxes;
import dev.mausbot.home.launch.Gates;
import dev.mausbot.home.launch.OpenBox;
import dev.mausbot.home.launch.Surroundings;
import dev.mausbot.home.relay.SignInRelay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Our boxes, by the very code that opens one for a turn, with folders like a bot's. */
final class OurBoxes implements AutoCloseable {
    private final Scratch scratch;
    private final Path runtime;
    private final CoreVertx vertx = CoreVertx.start();
    private final SystemResolver resolver = SystemResolver.start();
    private final Surroundings surroundings;
    private final Boxes boxes;
    private final GatedBoxes gated;
    private final BoxTools tools;

    OurBoxes(BoxTools.Bridging bridging) throws IOException {
        this(bridging, Program.current().readOnlyFolders());
    }

    /** Gates by a native executable, which stands in a folder of its own. */
    static OurBoxes bridgedBy(Path executable) throws IOException {
        return new OurBoxes(
                new BoxTools.Bridging.Own(List.of(executable.toString(), "bridge")),
                List.of(executable.resolveSibling("").normalize()));
    }

    private OurBoxes(BoxTools.Bridging bridging, List<Path> readOnly) throws IOException {
        scratch = Scratch.make();
        runtime = scratch.folder("r");
        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwx------"));
        surroundings = new Surroundings(
                scratch.folder("data"),
                runtime,
                scratch.folder("home"),
                Surroundings.HomeView.PRIVATE,
                readOnly,
                Map.of(),
                System.getProperty("user.name"));
        tools = switch (new BoxDetection().detect(runtime, bridging)) {
            case BoxDetection.Detected.On on -> on.tools();
            case BoxDetection.Detected.Off off -> throw new IOException("no box starts here: " + off.reason());
        };
        boxes = Boxes.in(tools, runtime);
        AddressPolicy policy = new AddressPolicy(List.of(), List.of());
        EgressGate egress =
                new EgressGate(vertx.vertx(), policy, resolver, Set.of(), event -> {}, EgressLimits.defaults());
        HarnessGate harness = new HarnessGate(
                vertx.vertx(),
                request -> CompletableFuture.completedFuture(InternalAnswer.json(404, "{}")),
                event -> {});
        gated = new GatedBoxes(
                boxes,
                new Gates(
                        egress,
                        harness,
                        new Broker(vertx.vertx(), event -> {}),
                        new Grants(InstantSource.system()),
                        new SignInRelay(event -> {}, Set.of())),
                surroundings,
                event -> {});
    }

    /** Opens a box for a bot, whose HOME and working folder are its own. */
    OpenBox open(String bot, BoxOrder.Net net, String... command) throws IOException {
        BoxFolders folders = new BoxFolders(
                surroundings.data(),
                runtime,
                new BoxFolders.Home(scratch.folder("data/engine-homes/" + bot), surroundings.home(), List.of()),
                Optional.of(surroundings.botFolder(bot)),
                surroundings.botFolder(bot),
                List.of(),
                surroundings.program(),
                List.of());
        BoxOrder order = new BoxOrder(
                Caller.ofTurn(bot, "bench", "bench"),
                List.of(command),
                Map.of(),
                Map.of(),
                List.of(),
                folders,
                net,
                DomainRules.allPublic(),
                /* terminal= */ false);
        return switch (gated.open(order)) {
            case GatedBoxes.Opened.Running(OpenBox box) -> box;
            case GatedBoxes.Opened.Refused(String reason) -> throw new IOException(reason);
        };
    }

    /** Runs a command in a box, until nothing of the box is left. */
    void run(String bot, BoxOrder.Net net, String... command) throws IOException {
        OpenBox open = open(bot, net, command);
        open.box().input().close();
        BoxEnd end = open.over().join();
        if (end.exitCode() != 0) {
            throw new IOException("exit code %d: %s"
                    .formatted(
                            end.exitCode(),
                            new String(open.box().errors().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)));
        }
    }

    Path runtime() {
        return runtime;
    }

    Path bwrap() {
        return tools.bwrap();
    }

    @Override
    public void close() throws IOException {
        boxes.close();
        resolver.close();
        vertx.close();
        scratch.close();
    }
}
