package dev.mausbot.home.box;

import dev.mausbot.home.boot.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The box that is started to see whether boxes work: as a bot's is made, with empty folders, and over at once. */
final class Trial implements AutoCloseable {
    private final BoxSpec spec;
    private final Path root;

    private Trial(BoxSpec spec, Path root) {
        this.spec = spec;
        this.root = root;
    }

    static Trial in(BoxPlace place) throws IOException {
        Path root = Files.createTempDirectory("cloud-home-trial").toRealPath();
        BoxFolders folders = new BoxFolders(
                Files.createDirectory(root.resolve("data")),
                root.resolve("runtime"),
                BoxFolders.Home.real(Files.createDirectory(root.resolve("home"))),
                Optional.empty(),
                Files.createDirectory(root.resolve("work")),
                List.of(),
                List.of(),
                List.of());
        return new Trial(
                new BoxSpec(
                        place.id(),
                        folders,
                        new BoxSpec.Network.None(),
                        Map.of("PATH", "/usr/bin:/bin"),
                        List.of(),
                        List.of("/usr/bin/true"),
                        BoxSpec.Sizes.standard(),
                        false),
                root);
    }

    BoxSpec spec() {
        return spec;
    }

    @Override
    public void close() throws IOException {
        FolderTree.delete(root);
    }
}
