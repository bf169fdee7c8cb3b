package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.box.BoxWorks;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the built server takes of the machine that it runs on: one port, and no place where others may be before it. */
@Tag("end-to-end")
class ServeGroundTest {
    private static final Map<String, String> NO_BOX = Map.of("OMB_BOT_BOX", "0");
    private static final Path TMP = Path.of("/tmp");
    /** Where the framework and its libraries put their files if nobody tells them otherwise. */
    private static final List<String> THEIRS = List.of("vertx-cache", "uploads", "sqlite-");
    /** A row of {@code /proc/net/tcp} (proc(5)) in state 0A: its port in hexadecimal, and the socket's inode. */
    private static final Pattern LISTENER =
            Pattern.compile("\\s*\\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F:]+ 0A(?:\\s+\\S+){5}\\s+(\\d+) .*");

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void makeHome() throws Exception {
        ServeProcess.app();
        BoxWorks.assumeHere();
        home = folder.toRealPath();
    }

    @Test
    void listensOnItsOwnPortOnly() throws Exception {
        try (ServeProcess server = ServeProcess.start(home, NO_BOX)) {
            assertThat(listening(server.process.pid()))
                    .containsExactly(URI.create(server.address).getPort());
        }
    }

    @Test
    void leavesNothingWhereAnybodyMayWrite() throws Exception {
        Set<String> before = theirs();
        try (ServeProcess server = ServeProcess.start(home, NO_BOX)) {
            assertThat(server.send("GET", "/page/base.css", "").body()).contains("{");
            assertThat(theirs()).isEqualTo(before);
            assertThat(Files.readString(Path.of("/proc", Long.toString(server.process.pid()), "maps")))
                    .doesNotContain(TMP + "/sqlite-");
        }
    }

    /** A server that was killed leaves what it had unpacked; it must not add up, nor be used. */
    @Test
    void emptiesWhatAKilledOneUnpacked() throws Exception {
        Path scratch = home.resolve(".openmausbot/scratch");
        Path planted = scratch.resolve("page/META-INF/resources/page/base.css");
        try (ServeProcess server = ServeProcess.start(home, NO_BOX)) {
            server.process.destroyForcibly().waitFor();
        }
        Files.createDirectories(planted.getParent());
        Files.writeString(planted, "planted");
        Files.createSymbolicLink(scratch.resolve("link"), Files.createDirectory(home.resolve("kept")));
        try (ServeProcess server = ServeProcess.start(home, NO_BOX)) {
            assertThat(server.send("GET", "/page/base.css", "").body()).doesNotContain("planted");
            assertThat(scratch.resolve("link")).doesNotExist();
            assertThat(home.resolve("kept")).isDirectory();
        }
    }

    private static Set<String> theirs() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path place : List.of(TMP, TMP.resolve("vertx-cache"))) {
            if (Files.isDirectory(place)) {
                try (Stream<Path> all = Files.list(place)) {
                    all.filter(one -> !place.equals(TMP)
                                    || THEIRS.stream()
                                            .anyMatch(one.getFileName().toString()::startsWith))
                            .map(Path::toString)
                            .forEach(found::add);
                }
            }
        }
        return found;
    }

    /** The TCP ports that a process listens on. */
    private static Set<Integer> listening(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        Set<String> sockets;
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            sockets = open.map(ServeGroundTest::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring("socket:[".length(), target.length() - 1))
                    .collect(Collectors.toSet());
        }
        Set<Integer> ports = new TreeSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            Files.readAllLines(process.resolve(table)).stream()
                    .map(LISTENER::matcher)
                    .filter(found -> found.matches() && sockets.contains(found.group(2)))
                    .forEach(found -> ports.add(Integer.parseInt(found.group(1), 16)));
        }
        return ports;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException _) {
            return ""; // closed meanwhile
        }
    }
}
