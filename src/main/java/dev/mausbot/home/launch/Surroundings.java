package dev.mausbot.home.launch;

import dev.mausbot.home.boot.Program;
import dev.mausbot.home.boot.SystemPath;
import dev.mausbot.home.box.BoxFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What of the server's own world its boxes are about.
 *
 * @param data the data folder
 * @param runtime the runtime folder
 * @param home the server's HOME
 * @param homeView whether boxes see the server's HOME or a private one
 * @param program the folders of this program itself
 * @param environment the server's environment
 * @param user the name of the user that the server runs as
 */
public record Surroundings(
        Path data,
        Path runtime,
        Path home,
        HomeView homeView,
        List<Path> program,
        Map<String, String> environment,
        String user) {
    /** Which HOME a bot's boxes see. */
    public enum HomeView {
        /** The server's own, as on a cloud home, where it holds nothing but engines' logins and settings. */
        REAL,
        /** A folder of the bot's own in the data folder, with the owner's engine logins bound in. */
        PRIVATE
    }

    /** Where the engines keep their sign-ins, below HOME. */
    private static final List<Path> LOGINS = List.of(
            Path.of(".claude"),
            Path.of(".claude.json"),
            Path.of(".codex"),
            Path.of(".grok"),
            Path.of(".gemini"),
            Path.of(".qwen"),
            Path.of(".local/share/opencode"),
            Path.of(".config/opencode"));

    public Surroundings {
        Objects.requireNonNull(homeView, "homeView");
        Objects.requireNonNull(user, "user");
        program = List.copyOf(program);
        environment = Map.copyOf(environment);
    }

    /** Those of boxes that this process starts, with the folders of its own program and the user that it is. */
    public static Surroundings here(
            Path data, Path runtime, Path home, HomeView homeView, Map<String, String> environment) {
        return new Surroundings(
                data,
                runtime,
                home,
                homeView,
                Program.current().readOnlyFolders(),
                environment,
                System.getProperty("user.name"));
    }

    /** The bot's own folder, made if it is missing. */
    public Path botFolder(String bot) throws IOException {
        return ownFolder("workspaces", bot);
    }

    /** HOME for the boxes of a bot. */
    BoxFolders.Home homeOf(String bot) throws IOException {
        if (homeView == HomeView.REAL) {
            return BoxFolders.Home.real(home);
        }
        List<BoxFolders.Login> logins = new ArrayList<>();
        for (Path name : LOGINS) {
            Path source = home.resolve(name);
            if (Files.exists(source)) {
                // The owner may keep it elsewhere, behind a link; no box can change what is in the owner's own HOME.
                logins.add(new BoxFolders.Login(source.toRealPath(), name));
            }
        }
        return new BoxFolders.Home(ownFolder("engine-homes", bot), home, logins);
    }

    /** The folders of a box for a bot. */
    BoxFolders folders(String bot, Path work, List<Path> readOnly) throws IOException {
        return new BoxFolders(
                data, runtime, homeOf(bot), Optional.of(botFolder(bot)), work, List.of(), program, readOnly);
    }

    /** The folder of a conversation's hook tokens, made if it is missing. */
    Path hookTokens(String conversation) throws IOException {
        return ownFolder("hook-tokens", conversation);
    }

    /** PATH inside: the system's, since nothing else of the server's is there. */
    String path() {
        return SystemPath.VALUE;
    }

    private Path ownFolder(String kind, String id) throws IOException {
        // The id becomes a name in the data folder: it must not lead anywhere else.
        if (!id.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,63}")) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        return Files.createDirectories(data.resolve(kind).resolve(id), ownerOnly);
    }
}
