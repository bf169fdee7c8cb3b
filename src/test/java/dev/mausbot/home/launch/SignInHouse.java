package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.box.LaunchPlan;
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
import dev.mausbot.home.relay.LoopbackUrl;
import dev.mausbot.home.relay.SignInAnswer;
import dev.mausbot.home.relay.SignInRelay;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server's world with real gates and real boxes, whose engine is a Python text. */
final class SignInHouse implements AutoCloseable {
    /** Waits for one callback on the port and address that its text names, and tells what it got. */
    static final String ENGINE = """
            import http.server, socket, sys
            class Callback(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    print(self.requestline, flush=True)
                    for name, value in self.headers.items():
                        print(name + '=' + value, flush=True)
                    page = b'signed in as <b>ada</b>'
                    self.send_response(200)
                    self.send_header('Content-Length', str(len(page)))
                    self.end_headers()
                    self.wfile.write(page)
                def log_message(self, *words):
                    pass
            class Server(http.server.HTTPServer):
                address_family = socket.AF_INET6 if ':' in '%1$s' else socket.AF_INET
            server = Server(('%1$s', %2$d), Callback)
            print('listening on %%d' %% server.server_port, flush=True)
            server.handle_request()
            print('over', flush=True)
            """;

    final SignInRelay relay;
    final List<AuditEvent> events = new CopyOnWriteArrayList<>();

    private final Path root;
    private final Surroundings surroundings;
    private final CoreVertx vertx = CoreVertx.start();
    private final SystemResolver resolver = SystemResolver.start();
    private final Boxes boxes;
    private final Launcher runs;

    private SignInHouse(Path root, BoxTools.Bridging bridging) throws IOException {
        this.root = root;
        Path home = Files.createDirectory(root.resolve("home"));
        Path runtime = Files.createDirectory(root.resolve("r"));
        surroundings = new Surroundings(
                Files.createDirectory(home.resolve(".openmausbot")),
                runtime,
                home,
                Surroundings.HomeView.PRIVATE,
                Program.current().readOnlyFolders(),
                Map.of("LANG", "C.UTF-8"),
                System.getProperty("user.name"));
        boxes = Boxes.in(new BoxTools(Path.of("/usr/bin/bwrap"), bridging), runtime);
        relay = new SignInRelay(events::add, Set.of());
        EgressGate egress = new EgressGate(
                vertx.vertx(),
                new AddressPolicy(List.of(), List.of()),
                resolver,
                Set.of(),
                events::add,
                EgressLimits.defaults());
        HarnessGate harness = new HarnessGate(
                vertx.vertx(),
                request -> CompletableFuture.completedFuture(InternalAnswer.json(404, "{}")),
                events::add);
        runs = new BoxedRuns(
                new GatedBoxes(
                        boxes,
                        new Gates(
                                egress,
                                harness,
                                new Broker(vertx.vertx(), events::add),
                                new Grants(InstantSource.system()),
                                relay),
                        surroundings,
                        events::add),
                surroundings);
    }

    static SignInHouse open(BoxTools.Bridging bridging) throws IOException {
        BoxWorks.assumeHere();
        return new SignInHouse(Files.createTempDirectory("si").toRealPath(), bridging);
    }

    /** A box's engine that was started, and what it prints. */
    record Engine(String turn, BoxedRun run, BufferedReader output) implements AutoCloseable {
        String line() throws IOException {
            return output.readLine();
        }

        List<String> rest() {
            return output.lines().toList();
        }

        int port() throws IOException {
            String line = line();
            assertThat(line).matches("listening on [0-9]+");
            return Integer.parseInt(line.substring("listening on ".length()));
        }

        int exitCode() throws Exception {
            return run.end().get(20, TimeUnit.SECONDS).exitCode();
        }

        @Override
        public void close() {
            run.close();
        }
    }

    Engine start(String turn, LaunchPlan.Callback signIn, String... command) throws IOException {
        LaunchPlan plan = new LaunchPlan(
                List.of(command),
                Map.of(),
                List.of(),
                List.of(),
                "",
                LaunchPlan.Input.CLOSED_AFTER_PROMPT,
                Optional.empty(),
                signIn);
        Caller caller = Caller.ofTurn("b1", "c-" + turn, turn);
        Launched launched = runs.start(new RunRequest(
                caller, plan, surroundings.botFolder("b1"), DomainRules.allPublic(), Duration.ofSeconds(50)));
        assertThat(launched).isInstanceOf(Launched.Running.class);
        BoxedRun run = ((Launched.Running) launched).run();
        return new Engine(turn, run, new BufferedReader(new InputStreamReader(run.output(), StandardCharsets.UTF_8)));
    }

    /** Starts the engine that waits for a callback. */
    Engine listening(String turn, String address, int port) throws IOException {
        return start(turn, LaunchPlan.Callback.LOOPBACK, "/usr/bin/python3", "-c", ENGINE.formatted(address, port));
    }

    SignInAnswer send(String turn, String url) throws Exception {
        LoopbackUrl read = ((LoopbackUrl.Read.Loopback) LoopbackUrl.read(url)).url();
        return relay.send(turn, read).toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    /** The same, once the box waits: after a callback its bridge dials again, which takes a moment. */
    SignInAnswer sendWhenItWaits(String turn, String url) {
        return await().until(() -> send(turn, url), answer -> !(answer instanceof SignInAnswer.NothingWaits));
    }

    @Override
    public void close() throws IOException {
        assertThat(boxes.running()).as("boxes").isZero();
        boxes.close();
        resolver.close();
        vertx.close();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
