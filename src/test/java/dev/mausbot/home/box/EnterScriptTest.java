package dev.mausbot.home.box;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mausbot.home.inside.BridgeProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The script as the second process of a plain bubblewrap, with both kinds of bridge. */
@Timeout(60)
class EnterScriptTest {
    enum Kind {
        SOCAT,
        PROGRAM
    }

    /** What a box's program said, and how it ended. */
    private record Ended(int code, String out, String err) {}

    private static final List<String> BWRAP =
            List.of(("bwrap --unshare-user --unshare-pid --unshare-net --die-with-parent --new-session --cap-drop ALL"
                            + " --bind / / --dev /dev --proc /proc --chdir /")
                    .split(" ", -1));

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Path folder = Files.createTempDirectory("en");
    private final Path socket = folder.resolve("s");
    private final ServerSocketChannel gate = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    private final String script = script();

    EnterScriptTest() throws IOException {}

    @BeforeEach
    void open() throws Exception {
        boolean works = run("", List.of(), "/bin/true").code() == 0;
        if (!"1".equals(System.getenv("BOX_MUST_WORK"))) {
            assumeTrue(works, "bubblewrap works here");
        }
        assertThat(works).as("bubblewrap works here").isTrue();
        gate.bind(UnixDomainSocketAddress.of(socket));
        threads.execute(this::echo);
    }

    @AfterEach
    void clean() throws IOException {
        gate.close();
        threads.shutdownNow();
        Files.deleteIfExists(socket);
        Files.delete(folder);
    }

    @ParameterizedTest
    @EnumSource
    void bridgesListenBeforeTheEngineStarts(Kind kind) throws Exception {
        String ask = "for p in 3128 18080 8799; do exec 3<>/dev/tcp/127.0.0.1/$p; echo $p >&3; head -n1 <&3; done";
        assertThat(run("", bridges(kind, 3128, 18080, 8799), "/bin/bash", "-c", ask))
                .isEqualTo(new Ended(0, "3128\n18080\n8799\n", ""));
    }

    @ParameterizedTest
    @EnumSource
    void theEngineIsTheSecondProcessAndTheBridgesAreNotItsChildren(Kind kind) throws Exception {
        String look = "echo $$; read -r c </proc/$$/task/$$/children; echo \"<$c>\"; ls /proc/$$/fd; cat";
        assertThat(run("prompt", bridges(kind, 3128), "/bin/bash", "-c", look))
                .isEqualTo(new Ended(0, "2\n<>\n0\n1\n2\nprompt", ""));
    }

    @ParameterizedTest
    @EnumSource
    void argumentsEnvironmentSignalsAndUmaskAreUntouched(Kind kind) throws Exception {
        List<List<String>> looks = List.of(
                List.of("/usr/bin/printf", "<%s>", "", "a b", "*", "$x `y` \"", "new\nline\n", "--", "ä€😀", "by=1"),
                List.of("/bin/sh", "-c", "env -0 | sort -z | tr '\\0' '|'"),
                List.of("/bin/grep", "-E", "Umask|Sig(Blk|Ign|Cgt)|Seccomp:|Groups|CapEff", "/proc/self/status"));
        for (List<String> look : looks) {
            String[] engine = look.toArray(String[]::new);
            assertThat(run("", bridges(kind, 3128), engine)).isEqualTo(plain(engine));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSlowAnswerComesAfterTheEndOfTheQuestion(Kind kind) throws Exception {
        String[] ask = {"/usr/bin/socat", "-t", "20", "-", "TCP4:127.0.0.1:3128"};
        assertThat(run("slow answer", bridges(kind, 3128), ask)).isEqualTo(new Ended(0, "slow answer", ""));
    }

    @ParameterizedTest
    @EnumSource
    void aDeadBridgeIsSaidAndStartedAgain(Kind kind) throws Exception {
        String kill = "for i in 1 2; do"
                + " for e in /proc/[0-9]*; do case $(readlink $e/exe) in */socat*|*/java) kill -9 ${e#/proc/};; esac; done;"
                + " until { exec 3<>/dev/tcp/127.0.0.1/3128 && echo $i >&3 && read -r x <&3; } 2>/dev/null; do :; done;"
                + " echo $x; done";
        Ended ended = run("", bridges(kind, 3128, 8799), "/bin/bash", "-c", kill);
        assertThat(ended.out()).isEqualTo("1\n2\n");
        assertThat(ended.err().lines().toList())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .matches("box: the bridge to the gates ended \\(exit [0-9]+\\); starting it again"))
                .anySatisfy(line -> assertThat(line).contains("(exit 137)"));
    }

    @Test
    void tellsThePortsThatTheKernelChose() throws Exception {
        List<String> words = bridges(Kind.PROGRAM, 0, 0);
        words.add("ports=" + folder.resolve("ports"));
        Ended ended = run("", words, "/bin/cat", folder.resolve("ports").toString());
        Files.delete(folder.resolve("ports"));
        assertThat(ended.out()).matches("ready [1-9][0-9]+ [1-9][0-9]+\n");
    }

    /** The relay's connection is there before the engine is, beside the ports and in the same process. */
    @Test
    void dialsOutForARelay() throws Exception {
        Path relay = folder.resolve("relay");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(relay));
            List<String> words = bridges(Kind.PROGRAM, 3128);
            words.add("relay=" + relay);
            String look = "exec 3<>/dev/tcp/127.0.0.1/3128; echo hello >&3; head -n1 <&3;"
                    + " readlink /proc/[0-9]*/exe | grep -c java";
            assertThat(run("", words, "/bin/bash", "-c", look)).isEqualTo(new Ended(0, "hello\n1\n", ""));
            server.configureBlocking(false);
            try (SocketChannel dialled = server.accept()) {
                assertThat(dialled).isNotNull();
            }
        } finally {
            Files.delete(relay);
        }
    }

    @Test
    void startsTheEngineOnlyIfPathsAreWhatTheyWere() throws Exception {
        String right = "at=" + identity(folder) + "=" + folder;
        assertThat(run("", List.of(right, "at=" + identity(Path.of("/usr")) + "=/usr"), "/bin/echo", "ran")
                        .out())
                .isEqualTo("ran\n");
        for (String wrong : List.of("at=1:1=" + folder, "at=" + identity(folder) + "=" + folder + "/none")) {
            Ended ended = run("", List.of(right, wrong), "/bin/echo", "ran");
            assertThat(ended.code()).isEqualTo(97);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err())
                    .startsWith("box: not what it was when the box was planned")
                    .endsWith(wrong.substring(wrong.lastIndexOf('=') + 1) + "\n");
        }
    }

    @Test
    void saysThatABridgeDoesNotComeUp() throws Exception {
        for (String program : List.of("by=/bin/false", "by=/no/such/program")) {
            Ended ended = run("", List.of(program, "3128=" + socket), "/bin/echo", "ran");
            assertNotStarted(ended, "box: the bridge to the gates did not listen");
        }
    }

    @Test
    void givesUpOnABridgeThatHangs() throws Exception {
        List<String> hangs = List.of("by=/usr/bin/tail", "by=-f", "by=/dev/null", "3128=" + socket);
        assertNotStarted(run("", hangs, "/bin/echo", "ran"), "box: the bridge to the gates did not listen within 5 s");
    }

    @Test
    void givesUpOnASocatThatCannotListen() throws Exception {
        List<String> twice = List.of("3128=" + socket, "3128=" + socket);
        assertNotStarted(run("", twice, "/bin/echo", "ran"), "box: 1 of 2 bridges to the gates listen after 5 s");
    }

    @Test
    void refusesWordsThatItDoesNotKnow() throws Exception {
        assertNotStarted(run("", List.of("frob"), "/bin/echo", "ran"), "box: enter does not know the word 'frob'");
        assertNotStarted(run("", List.of()), "box: enter was given no engine to start");
        assertNotStarted(run("", List.of("relay=/x"), "/bin/echo", "ran"), "box: a relay needs the bridge program");
    }

    private static void assertNotStarted(Ended ended, String message) {
        assertThat(ended.code()).isEqualTo(97);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains(message);
    }

    private List<String> bridges(Kind kind, int... ports) {
        List<String> words = new ArrayList<>();
        if (kind == Kind.PROGRAM) {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            String classes = System.getProperty("java.class.path");
            for (String word : List.of(java, "-XX:+UseSerialGC", "-cp", classes, BridgeProgram.class.getName())) {
                words.add("by=" + word);
            }
        }
        for (int port : ports) {
            words.add(port + "=" + socket);
        }
        return words;
    }

    private Ended run(String input, List<String> words, String... engine) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "box"));
        command.addAll(words);
        command.add("--");
        command.addAll(List.of(engine));
        return inBox(input, command);
    }

    private Ended plain(String... engine) throws Exception {
        return inBox("", List.of(engine));
    }

    private Ended inBox(String input, List<String> inside) throws Exception {
        List<String> command = new ArrayList<>(BWRAP);
        command.addAll(inside);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", "/usr/bin:/bin", "LANG", "C.UTF-8", "EMPTY", "", "TEXT", "a\nb "));
        Process process = builder.start();
        CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()), threads);
        process.getOutputStream().write(input.getBytes(UTF_8));
        process.getOutputStream().close();
        String out = read(process.getInputStream());
        return new Ended(process.waitFor(), out, err.get());
    }

    private static String read(InputStream in) {
        try (in) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void echo() {
        try {
            while (true) {
                SocketChannel caller = gate.accept();
                threads.execute(() -> echo(caller));
            }
        } catch (ClosedChannelException e) {
            return; // the test is over
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Echoes lines at once, and a rest without a line's end only after the end, longer than socat waits by itself. */
    private static void echo(SocketChannel caller) {
        try (caller) {
            ByteBuffer kept = ByteBuffer.allocate(4096);
            while (caller.read(kept) >= 0) {
                if (kept.position() > 0 && kept.get(kept.position() - 1) == '\n') {
                    caller.write(kept.flip());
                    kept.clear();
                }
            }
            LockSupport.parkNanos(
                    Duration.ofMillis(kept.position() > 0 ? 1200 : 0).toNanos());
            caller.write(kept.flip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String identity(Path path) throws IOException {
        return Files.getAttribute(path, "unix:dev") + ":" + Files.getAttribute(path, "unix:ino");
    }

    private static String script() throws IOException {
        try (InputStream in = EnterScriptTest.class.getResourceAsStream("enter.sh")) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
