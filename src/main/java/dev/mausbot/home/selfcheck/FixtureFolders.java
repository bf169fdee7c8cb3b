package dev.mausbot.home.selfcheck;

import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.PassingFolder;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.box.FilterTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The files that a self-check is about, laid out like a server's own: a HOME with a data folder in it, a runtime folder,
 * another turn's files in {@code /tmp} and {@code /var/tmp}. All are thrown away at the end, those of a killed one by the
 * next.
 */
final class FixtureFolders implements AutoCloseable {
    /** The bot whose box is attacked, and another one. */
    static final String BOT = "checked";

    private static final String OTHER = "other";
    private static final String PURPOSE = "check";
    private static final Path VAR_TMP = Path.of("/var/tmp");
    private static final String SECRET = "not for boxes\n";

    private final PassingFolder tmp;
    private final PassingFolder varTmp;

    private FixtureFolders(PassingFolder tmp, PassingFolder varTmp) {
        this.tmp = tmp;
        this.varTmp = varTmp;
    }

    static FixtureFolders make() throws IOException {
        HostFacts host = HostFacts.current();
        for (PassingFolder left : PassingFolder.abandoned(PURPOSE, host)) {
            if (Files.isDirectory(runtime(left))) {
                Boxes.sweep(runtime(left));
            }
            left.close();
        }
        for (PassingFolder left : PassingFolder.abandoned(VAR_TMP, PURPOSE, host)) {
            left.close();
        }
        FixtureFolders folders = new FixtureFolders(PassingFolder.make(PURPOSE), PassingFolder.make(VAR_TMP, PURPOSE));
        try {
            folders.fill();
        } catch (IOException | RuntimeException failed) {
            folders.close();
            throw failed;
        }
        return folders;
    }

    private void fill() throws IOException {
        Files.createDirectories(data().resolve("workspaces").resolve(OTHER));
        Files.createDirectories(otherLogin().getParent());
        Files.createDirectory(runtime());
        Files.createDirectory(fly());
        Files.createDirectory(image());
        Files.createDirectory(programs());
        for (Path file : new Path[] {
            database(),
            config(),
            machineSecret(),
            audit(),
            otherBot(),
            otherLogin(),
            otherTurn(),
            otherTurnInVarTmp(),
            fly().resolve("api")
        }) {
            Files.writeString(file, SECRET);
        }
        FilterTrial trial = FilterTrial.forThisMachine();
        Files.write(program(), trial.program());
        Files.setPosixFilePermissions(program(), PosixFilePermissions.fromString("r-x------"));
        Files.write(answers(), trial.answers());
    }

    Path home() {
        return tmp.path().resolve("home");
    }

    Path data() {
        return home().resolve(".openmausbot");
    }

    Path runtime() {
        return runtime(tmp);
    }

    private static Path runtime(PassingFolder tmp) {
        return tmp.path().resolve("r");
    }

    /** Stands in for the machine's {@code /.fly}. */
    Path fly() {
        return tmp.path().resolve("fly");
    }

    /** An empty folder that can stand in for one of the image's. */
    Path image() {
        return tmp.path().resolve("image");
    }

    Path programs() {
        return tmp.path().resolve("programs");
    }

    /** Makes every refused system call. */
    Path program() {
        return programs().resolve("calls");
    }

    /** What that must print. */
    Path answers() {
        return programs().resolve("answers");
    }

    Path database() {
        return data().resolve("messages.db");
    }

    Path config() {
        return data().resolve("config.json");
    }

    Path machineSecret() {
        return data().resolve("machine-secret");
    }

    Path audit() {
        return data().resolve("audit.jsonl");
    }

    Path otherBot() {
        return data().resolve("workspaces").resolve(OTHER).resolve("notes.md");
    }

    Path otherLogin() {
        return data().resolve("engine-homes").resolve(OTHER).resolve(".claude/.credentials.json");
    }

    /** The sockets of a server: one in its data folder, one in its runtime folder. */
    Path dataSocket() {
        return data().resolve("server.sock");
    }

    Path runtimeSocket() {
        return runtime().resolve("server.sock");
    }

    /** What the probe tries to leave behind in the data folder. */
    Path planted() {
        return data().resolve("planted");
    }

    Path otherTurn() {
        return tmp.path().resolve("other-turn");
    }

    Path otherTurnInVarTmp() {
        return varTmp.path().resolve("other-turn");
    }

    @Override
    public void close() throws IOException {
        try (tmp;
                varTmp) {
            return;
        }
    }
}
