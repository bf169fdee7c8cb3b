package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.FolderTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A small house to start boxes in: a data folder with what a server has, a HOME with a login, a bot's folder. Closing it
 * checks that nothing is left behind.
 */
final class BoxHouse implements AutoCloseable {
    static final Path BWRAP = Path.of("/usr/bin/bwrap");

    final Path root;
    final Path home;
    final Path data;
    final Path runtime;
    final Path engineHome;
    final Path bot;
    final Path otherBot;
    final Boxes boxes;

    private BoxHouse(Path root) throws IOException {
        this.root = root;
        this.home = Files.createDirectory(root.resolve("home"));
        this.data = Files.createDirectory(home.resolve(".openmausbot"));
        this.runtime = Files.createDirectory(root.resolve("r"));
        this.engineHome = Files.createDirectories(data.resolve("engine-homes/b1"));
        this.bot = Files.createDirectories(data.resolve("workspaces/b1"));
        this.otherBot = Files.createDirectories(data.resolve("workspaces/b2"));
        this.boxes = Boxes.in(new BoxTools(BWRAP, new BoxTools.Bridging.Socat(Path.of("/usr/bin/socat"))), runtime);
    }

    static BoxHouse open() throws IOException {
        BoxWorks.assumeHere();
        return new BoxHouse(Files.createTempDirectory("box").toRealPath());
    }

    BoxFolders folders() {
        return new BoxFolders(
                data,
                runtime,
                new BoxFolders.Home(engineHome, home, List.of()),
                Optional.of(bot),
                bot,
                List.of(),
                List.of(),
                List.of());
    }

    /** A spec that runs a shell text with the folders of {@link #folders()}. */
    BoxSpec spec(BoxPlace place, String shell) {
        return spec(place, folders(), new BoxSpec.Network.None(), List.of("/bin/bash", "-c", shell));
    }

    BoxSpec spec(BoxPlace place, BoxFolders folders, BoxSpec.Network network, List<String> command) {
        Map<String, String> environment = new TreeMap<>(
                Map.of("PATH", "/usr/bin:/bin", "HOME", folders.home().inside().toString(), "LANG", "C"));
        return new BoxSpec(
                place.id(), folders, network, environment, List.of(), command, BoxSpec.Sizes.standard(), false);
    }

    /** What a command in a box came to. */
    record Result(int exitCode, String output, String errors, boolean started) {
        List<String> lines() {
            return output.lines().toList();
        }
    }

    Result run(String shell) throws Exception {
        return run(folders(), shell);
    }

    Result run(BoxFolders folders, String shell) throws Exception {
        return run(folders, new BoxSpec.Network.None(), List.of("/bin/bash", "-c", shell));
    }

    Result run(BoxFolders folders, BoxSpec.Network network, List<String> command) throws Exception {
        try (BoxPlace place = boxes.place()) {
            Started started = boxes.start(spec(place, folders, network, command), place);
            assertThat(started).isInstanceOf(Started.Running.class);
            return result(((Started.Running) started).box());
        }
    }

    static Result result(Box box) throws Exception {
        return result(box, 30);
    }

    static Result result(Box box, long seconds) throws Exception {
        box.input().close();
        byte[] output = box.output().readAllBytes();
        byte[] errors = box.errors().readAllBytes();
        BoxEnd end = box.ended().get(seconds, TimeUnit.SECONDS);
        return new Result(
                end.exitCode(),
                new String(output, StandardCharsets.UTF_8),
                new String(errors, StandardCharsets.UTF_8),
                end.commandStarted());
    }

    String refusal(BoxFolders folders) throws IOException {
        try (BoxPlace place = boxes.place()) {
            Started started =
                    boxes.start(spec(place, folders, new BoxSpec.Network.None(), List.of("/usr/bin/true")), place);
            assertThat(started).isInstanceOf(Started.Refused.class);
            return ((Started.Refused) started).reason();
        }
    }

    /** Everything of the owner's, to see that a box leaves it as it was; what the server has for itself is not of it. */
    List<Path> everything() throws IOException {
        try (var walk = Files.walk(root)) {
            return new ArrayList<>(walk.filter(path -> !path.startsWith(runtime) && !path.startsWith(data))
                    .sorted()
                    .toList());
        }
    }

    @Override
    public void close() throws IOException {
        assertThat(boxes.running()).isZero();
        boxes.close();
        try (var left = Files.list(runtime)) {
            assertThat(left).isEmpty();
        }
        FolderTree.delete(root);
    }
}
