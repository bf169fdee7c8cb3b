package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.box.BoxFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurroundingsTest {
    @TempDir
    Path folder;

    private Path root;

    @BeforeEach
    void findRealPath() throws IOException {
        root = folder.toRealPath();
    }

    @Test
    void bindsALoginThatTheOwnerKeepsBehindALinkByItsRealPath() throws IOException {
        Path home = Files.createDirectories(root.resolve("home"));
        Path kept = Files.createDirectories(root.resolve("dotfiles/claude"));
        Files.createSymbolicLink(home.resolve(".claude"), kept);
        Files.createSymbolicLink(home.resolve(".codex"), root.resolve("nowhere"));

        assertThat(surroundings(home).homeOf("b1").logins())
                .containsExactly(new BoxFolders.Login(kept, Path.of(".claude")));
    }

    private Surroundings surroundings(Path home) throws IOException {
        return new Surroundings(
                Files.createDirectories(root.resolve("data")),
                root.resolve("runtime"),
                home,
                Surroundings.HomeView.PRIVATE,
                List.of(),
                Map.of(),
                "owner");
    }
}
