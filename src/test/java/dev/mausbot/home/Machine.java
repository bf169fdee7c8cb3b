package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.mausbot.home.auth.signed.Canonical;
import dev.mausbot.home.auth.signed.SignedHeaders;
import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A machine with the built program, booted as Fly boots one, in namespaces of its own. Needs root. Its processes are seen
 * from outside, where nothing is hidden.
 */
final class Machine implements AutoCloseable {
    static final int MAUS = 4242;
    private static final String SERVES = "cloud home: serves ";
    private static final Pattern LISTENS = Pattern.compile("Listening on: (http://[0-9.:]+)");
    static final String BOOTSTRAP = "b00tstrap-" + "s".repeat(43);
    static final String KEY = "sk-provider-key-of-this-test";

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process unshare;
    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final Thread reader;

    private OwnersSession session = new OwnersSession("", "");

    private Machine(Process unshare) {
        this.unshare = unshare;
        this.reader = Thread.ofPlatform().daemon().start(this::read);
    }

    /** The settings of a machine of a fleet, with secrets. */
    static Map<String, String> settings() {
        return new TreeMap<>(Map.ofEntries(
                Map.entry("HOME", "/data"),
                Map.entry("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"),
                Map.entry("OMB_DATA_DIR", "/data/.openmausbot"),
                Map.entry("OMB_RUNTIME_DIR", "/run/cloud-home"),
                Map.entry("OMB_PORT", "0"),
                Map.entry("OMB_CLOUD_ROLE", "home"),
                Map.entry("OMB_CLOUD_MACHINE_ID", "machine-1"),
                Map.entry("OMB_CLOUD_ADMIN_URL", "https://admin.example.org"),
                Map.entry("OMB_PUBLIC_URL", "https://home.example.org"),
                Map.entry("OMB_CLOUD_BOOTSTRAP_SECRET", BOOTSTRAP),
                Map.entry("ANTHROPIC_API_KEY", KEY),
                Map.entry("FLY_API_TOKEN", "fly-token-of-this-test")));
    }

    /**
     * Boots one.
     *
     * @param folder for the test's own files; what {@code data} holds in it outlives the machine
     * @param settings its environment
     * @param prepare shell text, run in it as root before the entry
     */
    static Machine boot(Path folder, Map<String, String> settings, String prepare) throws IOException {
        Path root = Files.createTempDirectory(folder, "root");
        Path data = Files.createDirectories(folder.resolve("data"));
        ProcessBuilder builder = new ProcessBuilder(
                        "unshare",
                        "--mount",
                        "--pid",
                        "--fork",
                        "--kill-child",
                        "bash",
                        Path.of("src/test/resources/machine/machine.sh")
                                .toAbsolutePath()
                                .toString(),
                        root.toString(),
                        data.toString(),
                        ServeProcess.app().toAbsolutePath().toString(),
                        Path.of(System.getProperty("java.home")).toRealPath().toString(),
                        Path.of("deploy/image/entry").toAbsolutePath().toString(),
                        prepare)
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(settings);
        Process process = builder.start();
        process.getOutputStream().close();
        return new Machine(process);
    }

    private void read() {
        try (BufferedReader output = unshare.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                said.add(line);
            }
        } catch (IOException closed) {
            said.add("(its output broke off: " + closed.getMessage() + ")");
        }
    }

    /** All that it has said. */
    String said() {
        synchronized (said) {
            return String.join("\n", said);
        }
    }

    private List<String> after(String start) {
        synchronized (said) {
            return said.stream()
                    .filter(line -> line.startsWith(start))
                    .map(line -> line.substring(start.length()))
                    .toList();
        }
    }

    /** Waits until it has said something; at once when it has ended without. */
    void awaitSaid(String text) {
        await().atMost(PATIENCE).until(() -> said().contains(text) || !unshare.isAlive());
        assertThat(said()).contains(text);
    }

    /** Waits until so many servers have listened, one after the other. */
    void awaitServing(int servers) {
        await().atMost(PATIENCE).until(() -> after(SERVES).size() >= servers || !unshare.isAlive());
        assertThat(after(SERVES)).as(said()).hasSize(servers);
    }

    /** Waits for its end; the exit code. */
    int awaitEnd() throws InterruptedException {
        assertThat(unshare.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(said())
                .isTrue();
        reader.join();
        return unshare.exitValue();
    }

    /** One of its processes, as the kernel tells of it. */
    record Seen(long pid, Map<String, String> status, String environment, String command) {
        int uid() {
            return ids().getFirst();
        }

        /** Real, effective, saved, and for files. */
        List<Integer> ids() {
            return Stream.of(status.getOrDefault("Uid", "").split("\\s+", -1))
                    .map(Integer::valueOf)
                    .toList();
        }

        boolean isZombie() {
            return status.getOrDefault("State", "").startsWith("Z");
        }

        long capabilities(String set) {
            return Long.parseUnsignedLong(status.getOrDefault(set, ""), 16);
        }

        static Optional<Seen> of(long pid) {
            Path proc = Path.of("/proc", Long.toString(pid));
            try {
                Map<String, String> status = Files.readAllLines(proc.resolve("status")).stream()
                        .map(line -> line.split(":\\s*", 2))
                        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1].strip()));
                String command = Files.readString(proc.resolve("cmdline")).replace('\0', ' ');
                return Optional.of(new Seen(
                        pid,
                        status,
                        new String(Files.readAllBytes(proc.resolve("environ")), StandardCharsets.ISO_8859_1),
                        command));
            } catch (NoSuchFileException gone) {
                return Optional.empty();
            } catch (IOException ending) {
                return Optional.empty(); // ESRCH: it ended while it was looked at
            }
        }
    }

    /** All its processes, the first one first. */
    List<Seen> processes() {
        return Stream.concat(unshare.children(), unshare.children().flatMap(ProcessHandle::descendants))
                .mapToLong(ProcessHandle::pid)
                .sorted()
                .mapToObj(Seen::of)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /** The server's own process. */
    Seen server() {
        return processes().stream()
                .filter(process -> process.command().strip().endsWith(" serve"))
                .filter(process -> process.uid() == MAUS)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no server runs: " + processes() + said()));
    }

    private long first() {
        return unshare.children().findFirst().orElseThrow().pid();
    }

    /** Tells its first process to stop, as a platform does. */
    void tellToStop(String signal) throws Exception {
        run(List.of("kill", "-" + signal, Long.toString(first())));
    }

    static void kill(Seen process) throws Exception {
        run(List.of("kill", "-KILL", Long.toString(process.pid())));
    }

    /** What a shell says that runs in it, outside of any box, as the server's user. */
    String asMaus(String script) throws Exception {
        return run(List.of(
                "nsenter",
                "--target=" + first(),
                "--mount",
                "--pid",
                "setpriv",
                "--reuid=" + MAUS,
                "--regid=" + MAUS,
                "--clear-groups",
                "--bounding-set=-all",
                "--inh-caps=-all",
                "sh",
                "-c",
                script));
    }

    /** The answer of the newest server; the request carries its token and the machine's public name. */
    String curl(String path, String... words) throws Exception {
        return call(
                path,
                Stream.concat(Stream.of("-H", "Authorization: Bearer " + session()), Stream.of(words))
                        .toList());
    }

    private String call(String path, List<String> words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "curl",
                "-sS",
                "--max-time",
                "20",
                "-H",
                "Host: home.example.org",
                "-H",
                "Content-Type: application/json"));
        command.addAll(words);
        command.add(address() + path);
        return run(command);
    }

    /** Where the newest server listens: the framework says it in its log. */
    private String address() {
        synchronized (said) {
            return said.stream()
                    .map(LISTENS::matcher)
                    .filter(Matcher::find)
                    .map(found -> found.group(1))
                    .reduce((older, newer) -> newer)
                    .orElseThrow(() -> new AssertionError("it does not listen: " + said));
        }
    }

    /** The owner's session with the newest server: paired by the Admin's signature, as in a fleet. */
    private String session() throws Exception {
        String address = address();
        if (!session.address().equals(address)) {
            session = new OwnersSession(address, signIn());
        }
        return session.token();
    }

    private String signIn() throws Exception {
        JsonMapper json = new JsonMapper();
        String body = "{\"label\":\"test\"}";
        // What is signed in a server's first second may be from before its start.
        String credential = await().atMost(PATIENCE)
                .until(
                        () -> json.readTree(call("/api/cloud/pairing", signed(body)))
                                .path("credential")
                                .asText(),
                        found -> !found.isEmpty());
        JsonNode paired =
                json.readTree(call("/api/auth/pair", List.of("-d", "{\"credential\":\"" + credential + "\"}")));
        assertThat(paired.path("token").asText()).as(paired.toString()).startsWith("omb_session_");
        return paired.path("token").asText();
    }

    private static List<String> signed(String body) {
        long now = Instant.now().getEpochSecond();
        String nonce = UUID.randomUUID().toString();
        String signature = new SigningKey(new Secret(BOOTSTRAP))
                .sign(Canonical.request(
                        now, nonce, "POST", "/api/cloud/pairing", body.getBytes(StandardCharsets.UTF_8)));
        List<String> words = new ArrayList<>(List.of("-d", body));
        new SignedHeaders(now, nonce, signature).asSent().forEach((name, value) -> {
            words.add("-H");
            words.add(name + ": " + value);
        });
        return words;
    }

    /** A session and the server that it is with. */
    private record OwnersSession(String address, String token) {}

    /** The newest server's signed report, by the Admin's command. */
    JsonNode report() throws Exception {
        ProcessBuilder health = new ProcessBuilder(
                        ServeProcess.command("health", address(), "--name", "home.example.org", "--json"))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        health.environment().put("OMB_CLOUD_BOOTSTRAP_SECRET", BOOTSTRAP);
        Process process = health.start();
        process.getOutputStream().close();
        JsonNode report = new JsonMapper().readTree(process.getInputStream());
        process.waitFor();
        return report;
    }

    private static String run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    /** Ends it with all that runs in it. */
    @Override
    public void close() {
        unshare.children().forEach(ProcessHandle::destroyForcibly);
        unshare.destroyForcibly().onExit().join();
    }
}
