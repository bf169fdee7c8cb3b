package dev.mausbot.home.selfcheck;

import dev.mausbot.home.boot.Closing;
import dev.mausbot.home.boot.OperatorRanges;
import dev.mausbot.home.launch.Surroundings;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The world that one self-check is about. Everything in it is made for it and thrown away with it, and holds nothing that
 * anybody wants.
 */
final class Fixture implements AutoCloseable {
    /** Names that no box may have, whoever sets them; the last one is merely on no list. */
    private static final List<String> REFUSED = List.of(
            "OMB_CLOUD_BOOTSTRAP_SECRET",
            "OMB_CLOUD_MACHINE_ID",
            "OMB_DATA_DIR",
            "OMB_PORT",
            "OMB_SIGNIN_SMTP_URL",
            "OPENMAUSBOT_TOKEN",
            "OPENMAUSBOT_URL",
            "GITHUB_TOKEN",
            "AWS_SECRET_ACCESS_KEY",
            "LD_LIBRARY_PATH",
            "NODE_OPTIONS",
            "BASH_ENV",
            "UNLISTED_BY_ANYBODY");

    private final FixtureFolders folders;
    private final FixtureKey key;
    private final FixtureServers servers;
    private final Canary canary;
    private final Surroundings surroundings;
    private final OperatorRanges ranges;
    private final String decoy = FixtureKey.random();
    private final String workText = FixtureKey.random();

    private Fixture(
            FixtureFolders folders,
            FixtureKey key,
            FixtureServers servers,
            Canary canary,
            Surroundings server,
            OperatorRanges ranges) {
        this.folders = folders;
        this.key = key;
        this.servers = servers;
        this.canary = canary;
        this.ranges = ranges;
        Map<String, String> environment = new TreeMap<>(decoys());
        environment.put("LANG", "C.UTF-8");
        this.surroundings = new Surroundings(
                folders.data(),
                folders.runtime(),
                folders.home(),
                server.homeView(),
                server.program(),
                environment,
                server.user());
    }

    /**
     * Makes it.
     *
     * @param server what the server's own boxes are about; of it only the shape is taken
     * @param ranges what the operator opened or closed
     */
    static Fixture make(Vertx vertx, Surroundings server, OperatorRanges ranges) throws IOException {
        FixtureFolders folders = FixtureFolders.make();
        List<AutoCloseable> made = new ArrayList<>(List.of(folders));
        try {
            FixtureKey key = FixtureKey.mint();
            FixtureServers servers = FixtureServers.start(
                    vertx,
                    key,
                    "omb-check-" + FixtureKey.random(),
                    FixtureKey.random(),
                    folders.dataSocket(),
                    folders.runtimeSocket());
            made.add(servers);
            Canary canary = Canary.start("omb-canary-" + FixtureKey.random(), FixtureKey.random());
            return new Fixture(folders, key, servers, canary, server, ranges);
        } catch (IOException | RuntimeException failed) {
            Closing.inTurn(made.reversed()).ifPresent(failed::addSuppressed);
            throw failed;
        }
    }

    FixtureFolders folders() {
        return folders;
    }

    FixtureKey key() {
        return key;
    }

    FixtureServers servers() {
        return servers;
    }

    Canary canary() {
        return canary;
    }

    /** What the fixture's boxes are about, as a server's are. */
    Surroundings surroundings() {
        return surroundings;
    }

    OperatorRanges ranges() {
        return ranges;
    }

    /** The folder that the turn works in, the bot's own. */
    Path work() {
        return folders.data().resolve("workspaces").resolve(FixtureFolders.BOT);
    }

    /** Where the probe is to write in it. */
    Path workFile() {
        return work().resolve("probe-was-here");
    }

    /** What it is to write. */
    String workText() {
        return workText;
    }

    /** Variables that the fixture's server has and its plan wants, and that its box must not get. */
    Map<String, String> decoys() {
        Map<String, String> decoys = new TreeMap<>();
        REFUSED.forEach(name -> decoys.put(name, decoy()));
        return decoys;
    }

    /** The value of all of them. */
    String decoy() {
        return decoy;
    }

    Optional<String> planted() {
        return Files.exists(folders.planted())
                ? Optional.of("what the box wrote into the data folder reached the host")
                : Optional.empty();
    }

    Optional<String> workNotReached() {
        try {
            return Files.readString(workFile()).equals(workText)
                    ? Optional.empty()
                    : Optional.of("the host has another text in the turn's folder than the box wrote");
        } catch (IOException missing) {
            return Optional.of("what the box wrote into the turn's folder did not reach the host");
        }
    }

    Optional<String> canaryUnseen() {
        return canary.isSeenByHost()
                ? Optional.empty()
                : Optional.of("the process to look for cannot be seen on the host either, so nothing is proven");
    }

    Optional<String> canaryDead() {
        return canary.lives() ? Optional.empty() : Optional.of("a process of the server was ended from the box");
    }

    @Override
    public void close() throws IOException {
        try (folders;
                servers) {
            canary.close();
        }
    }
}
