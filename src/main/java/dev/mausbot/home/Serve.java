package dev.mausbot.home;

import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Contract;
import dev.mausbot.home.boot.DataFolder;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.Secrets;
import dev.mausbot.home.boot.VolumeMarker;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The command {@code serve}: checks the settings, takes the data folder for itself, then starts the framework. */
final class Serve {
    private static final int REFUSED = 1;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private Serve() {}

    /** Serves until the process is told to stop; the exit code. */
    static int run(Map<String, String> environment) throws IOException {
        return switch (Secrets.merge(environment, System.in)) {
            case Opened.Refused<Map<String, String>>(String reason) -> refused("cannot start: " + reason);
            case Opened.Ready<Map<String, String>>(Map<String, String> settings) -> {
                HostFacts host = HostFacts.current();
                yield switch (BootContract.read(settings, host)) {
                    case Contract.Invalid invalid -> refused(invalid.message());
                    case Contract.Valid(BootContract contract) -> {
                        ServeSettings.handOver(settings);
                        yield run(contract, host);
                    }
                };
            }
        };
    }

    private static int run(BootContract contract, HostFacts host) throws IOException {
        return switch (DataFolder.open(contract.dataFolder(), host)) {
            case Opened.Refused<DataFolder>(String reason) -> refused("cannot start: " + reason);
            case Opened.Ready<DataFolder>(DataFolder folder) -> run(contract, folder);
        };
    }

    private static int run(BootContract contract, DataFolder folder) throws IOException {
        return switch (folder.lockForServer()) {
            case Opened.Refused<DataFolder.Lock>(String reason) -> refused("cannot start: " + reason);
            case Opened.Ready<DataFolder.Lock>(DataFolder.Lock lock) -> {
                // Held until the process ends: the framework's own exit does not come back here.
                try (lock) {
                    Optional<String> foreign = foreign(contract, folder);
                    if (foreign.isPresent()) {
                        yield refused("cannot start: " + foreign.get());
                    }
                    yield run(contract, folder, Scratch.in(folder));
                }
            }
        };
    }

    private static int run(BootContract contract, DataFolder folder, Scratch scratch) throws IOException {
        return switch (scratch.loadDatabase()) {
            case Opened.Refused<Scratch>(String reason) -> refused("cannot start: " + reason);
            case Opened.Ready<Scratch> _ -> {
                prepareDatabase(folder.path());
                settings(contract).forEach(System::setProperty);
                scratch.settings().forEach(System::setProperty);
                Quarkus.run(Server.class);
                yield 0;
            }
        };
    }

    /** Why the volume is not this machine's; a person's own machine has no id that it could be bound to. */
    private static Optional<String> foreign(BootContract contract, DataFolder folder) throws IOException {
        return contract.cloud().isEmpty()
                ? Optional.empty()
                : VolumeMarker.bind(folder, contract.cloud().get().machineId());
    }

    /** SQLite makes its files with the permissions of the first one, and that one by the umask. */
    private static void prepareDatabase(Path folder) throws IOException {
        Path database = folder.resolve("messages.db");
        if (!Files.exists(database)) {
            Files.createFile(database, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        for (String name : List.of("messages.db", "messages.db-wal", "messages.db-shm")) {
            if (Files.exists(folder.resolve(name))) {
                Files.setPosixFilePermissions(folder.resolve(name), OWNER_ONLY);
            }
        }
        Files.createDirectories(
                folder.resolve("workspaces"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** System properties: nothing that the framework reads beats them. */
    private static Map<String, String> settings(BootContract contract) {
        Map<String, String> settings = new TreeMap<>();
        // The framework obeys .env and config/application.properties below this property (SmallRye Config), and a bot
        // may have planted them where the server was started. Nobody but the owner writes into the data folder itself.
        // The JDK resolves paths by the real working folder, which it has read already.
        settings.put("user.dir", contract.dataFolder().toString());
        settings.put("quarkus.http.host", contract.listen().host());
        settings.put("quarkus.http.port", Integer.toString(contract.listen().port()));
        settings.put("home.listens-on", contract.listen().host());
        settings.put("home.data-folder", contract.dataFolder().toString());
        settings.put("home.engine-home", contract.home().toString());
        settings.put("home.max-turns", Integer.toString(contract.turns().most()));
        settings.put("home.turn-timeout", contract.turns().timeout().toString());
        contract.cloud()
                .ifPresent(cloud -> settings.put(
                        "home.public-authority", cloud.publicUrl().text().substring("https://".length())));
        return settings;
    }

    private static int refused(String why) {
        System.err.println("cloud home: " + why);
        return REFUSED;
    }
}
