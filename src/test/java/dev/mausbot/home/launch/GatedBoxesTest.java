package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.broker.Broker;
import dev.mausbot.home.broker.Grant;
import dev.mausbot.home.broker.Grants;
import dev.mausbot.home.broker.Providers;
import dev.mausbot.home.broker.UpstreamUrl;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.gate.ask.AskGate;
import dev.mausbot.home.relay.SignInRelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gates are opened and closed as one, whatever goes wrong in between; no box has to work here for that. */
class GatedBoxesTest {
    private static final Caller CALLER = Caller.ofTurn("b1", "c1", "t1");
    private static final List<String> ALL = List.of("broker", "egress", "harness");

    private final List<String> open = new CopyOnWriteArrayList<>();
    private final List<String> closed = new CopyOnWriteArrayList<>();
    private final List<String> stuck = new ArrayList<>();
    private final List<AuditEvent> events = new CopyOnWriteArrayList<>();
    private Path root;
    private Surroundings surroundings;
    private Boxes boxes;
    private GatedBoxes gated;

    @BeforeEach
    void makeReady() throws IOException {
        // Not JUnit's own: a socket's path must stay short wherever TMPDIR is.
        root = Files.createTempDirectory(Path.of("/tmp"), "omb-g").toRealPath();
        Path home = Files.createDirectory(root.resolve("home"));
        surroundings = new Surroundings(
                Files.createDirectory(home.resolve("data")),
                Files.createDirectory(root.resolve("r")),
                home,
                Surroundings.HomeView.PRIVATE,
                List.of(),
                Map.of(),
                "somebody");
        // What takes its options and ends at once, as a bwrap that cannot make a box does.
        BoxTools tools = new BoxTools(Path.of("/usr/bin/false"), LaunchHouse.SOCAT);
        boxes = Boxes.in(tools, surroundings.runtime());
        gated = with((_, _, _) -> opened("broker"));
    }

    private GatedBoxes with(Gates.BrokerDoor broker) {
        Gates gates = new Gates(
                (_, _, _) -> opened("egress"),
                (_, _, _) -> opened("harness"),
                broker,
                new Grants(InstantSource.system()),
                AskGate.toNobody(),
                new SignInRelay(events::add, Set.of()));
        return new GatedBoxes(boxes, gates, surroundings, events::add);
    }

    @AfterEach
    void leavesNothing() throws IOException {
        boxes.close();
        assertThat(closed).hasSameElementsAs(open);
        try (Stream<Path> left = Files.walk(surroundings.runtime())) {
            assertThat(left).as("places of boxes").containsExactly(surroundings.runtime());
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }

    private Listening opened(String gate) {
        if (stuck.contains(gate + " does not open")) {
            throw new UncheckedIOException(new IOException(gate + " does not open"));
        }
        open.add(gate);
        return () -> {
            closed.add(gate);
            if (stuck.contains(gate)) {
                throw new UncheckedIOException(new IOException(gate + " does not close"));
            }
        };
    }

    private BoxOrder order(Map<String, String> environment, List<String> command) throws IOException {
        return BoxOrders.of(
                CALLER,
                surroundings.folders(CALLER.bot(), surroundings.botFolder(CALLER.bot()), List.of()),
                environment,
                command,
                List.of(),
                List.of());
    }

    @Test
    void closesTheGatesOfABoxThatIsABugToStart() throws IOException {
        BoxOrder withoutCommand = order(Map.of(), List.of());
        assertThatIllegalArgumentException().isThrownBy(() -> gated.open(withoutCommand));
        assertThat(closed).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void closesTheGatesThatWereOpenedBeforeOneThatDoesNot() throws IOException {
        stuck.add("broker does not open");
        assertThat(gated.open(order(Map.of(), List.of("/bin/true"))))
                .isInstanceOfSatisfying(
                        GatedBoxes.Opened.Refused.class,
                        refused -> assertThat(refused.reason()).contains("broker does not open"));
        assertThat(closed).containsExactlyInAnyOrder("egress", "harness");
    }

    @Test
    void closesTheGatesOfABoxThatEnds() throws Exception {
        GatedBoxes.Opened opened = gated.open(order(Map.of(), List.of("/bin/true")));
        assertThat(opened).isInstanceOf(GatedBoxes.Opened.Running.class);
        ((GatedBoxes.Opened.Running) opened).box().over().get(30, TimeUnit.SECONDS);
        assertThat(closed).containsExactlyInAnyOrderElementsOf(ALL);
        assertThat(events).hasSize(2);
    }

    /** Whoever can still reach the broker, as this socket that is not the box's own: its token opens nothing any more. */
    @Test
    void revokesTheTokensOfABoxThatEnds() throws Exception {
        Path kept = root.resolve("kept");
        Grant.OfProvider grant = Grant.OfProvider.of(
                Providers.byId("openai").orElseThrow(),
                UpstreamUrl.of("https://example.com").orElseThrow(),
                Map.of("OPENAI_API_KEY", new Secret("canary")));
        try (CoreVertx core = CoreVertx.start()) {
            Broker broker = new Broker(core.vertx(), events::add);
            GatedBoxes boxes = with((_, caller, held) -> {
                Listening listening = broker.open(kept, caller, held);
                opened("broker");
                String call =
                        "GET /b/" + held.issue(List.of(grant)).text() + "/openai/files HTTP/1.1\r\nhost: x\r\n\r\n";
                answer(kept, call);
                return () -> {
                    closed.add("broker");
                    answer(kept, call);
                    listening.close();
                };
            });
            GatedBoxes.Opened opened = boxes.open(order(Map.of(), List.of("/bin/true")));
            ((GatedBoxes.Opened.Running) opened).box().over().get(30, TimeUnit.SECONDS);
        }
        assertThat(events.stream()
                        .filter(AuditEvent.BrokerRefused.class::isInstance)
                        .map(event -> ((AuditEvent.BrokerRefused) event).reason()))
                .containsExactly("not_offered", "no_token");
    }

    /** Calls and waits for the answer. */
    private static void answer(Path socket, String request) {
        try (SocketChannel broker = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            broker.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            assertThat(broker.read(ByteBuffer.allocate(4096))).isPositive();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A socket's file that cannot be removed keeps neither the others open nor the place. */
    @Test
    void closesTheOthersAlthoughOneDoesNot() throws Exception {
        stuck.addAll(List.of("egress", "harness"));
        GatedBoxes.Opened opened = gated.open(order(Map.of(), List.of("/bin/true")));
        ((GatedBoxes.Opened.Running) opened).box().over().get(30, TimeUnit.SECONDS);
        assertThat(closed).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void namesTheKeysThatNothingKeepsOutside() throws Exception {
        assertThat(gated.unbrokered()).isEmpty();
        Map<String, String> keys = Map.of("ANTHROPIC_API_KEY", "sk-1", "CURSOR_API_KEY", "sk-2", "XAI_API_KEY", "sk-3");
        GatedBoxes.Opened opened = gated.open(order(keys, List.of("/bin/true")));
        ((GatedBoxes.Opened.Running) opened).box().over().get(30, TimeUnit.SECONDS);
        assertThat(gated.unbrokered()).containsExactly("CURSOR_API_KEY", "XAI_API_KEY");
    }
}
