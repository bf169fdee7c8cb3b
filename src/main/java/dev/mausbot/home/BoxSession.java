package dev.mausbot.home;

import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.PassingFolder;
import dev.mausbot.home.box.BoxFolders;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.egress.DomainRules;
import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRoutes;
import dev.mausbot.home.launch.BoxOrder;
import dev.mausbot.home.launch.Surroundings;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** What a box at a command line is about: throw-away folders, and those that the person named. */
final class BoxSession implements AutoCloseable {
    private static final String NAME = "terminal";

    private static final String PURPOSE = "box";

    private final PassingFolder scratch;
    private final Path home;
    private final Surroundings surroundings;
    private final Map<String, String> environment;

    /** Makes the throw-away folders, and removes those that a killed one left; {@link #close()} removes these. */
    BoxSession(BootContract contract, Path runtime, Map<String, String> environment) throws IOException {
        for (PassingFolder left : PassingFolder.abandoned(PURPOSE, HostFacts.current())) {
            left.close();
        }
        this.scratch = PassingFolder.make(PURPOSE);
        this.home = Files.createDirectory(scratch.path().resolve("home"));
        this.environment = environment;
        // The server's own data folder, if there is one, is masked here too; else an empty one stands for it.
        Path data = Files.isDirectory(contract.dataFolder())
                ? contract.dataFolder().toRealPath()
                : Files.createDirectory(scratch.path().resolve("data"));
        this.surroundings =
                Surroundings.here(data, runtime, contract.home(), Surroundings.HomeView.PRIVATE, environment);
    }

    Surroundings surroundings() {
        return surroundings;
    }

    /** No server runs here; a helper can still learn who it is. */
    static InternalRoutes routes() {
        return request -> CompletableFuture.completedFuture(
                request.path().equals("whoami")
                        ? InternalAnswer.json(
                                200,
                                "{\"bot\":\"%s\"}".formatted(request.caller().bot()))
                        : InternalAnswer.json(404, "{\"title\":\"no server runs here, only a box\"}"));
    }

    /** The order for a box that runs these words. */
    BoxOrder order(List<String> words, BoxOrder.Net net, List<Path> named, List<String> names, boolean realHome)
            throws IOException {
        List<Path> writable = real(named);
        BoxFolders folders = new BoxFolders(
                surroundings.data(),
                surroundings.runtime(),
                realHome
                        ? BoxFolders.Home.real(surroundings.home())
                        : new BoxFolders.Home(home, surroundings.home(), List.of()),
                Optional.empty(),
                work(writable),
                writable,
                surroundings.program(),
                List.of());
        return new BoxOrder(
                new Caller(NAME, NAME, NAME, NAME),
                words,
                Map.of(),
                passedOn(names),
                List.of(),
                folders,
                net,
                DomainRules.allPublic(),
                onTerminal());
    }

    private static List<Path> real(List<Path> named) throws IOException {
        List<Path> real = new ArrayList<>();
        for (Path folder : named) {
            real.add(folder.toRealPath());
        }
        return real;
    }

    private Path work(List<Path> writable) throws IOException {
        Path here = Path.of("").toRealPath();
        if (writable.stream().anyMatch(here::startsWith)) {
            return here;
        }
        return writable.isEmpty() ? Files.createDirectory(scratch.path().resolve("work")) : writable.getFirst();
    }

    private Map<String, String> passedOn(List<String> names) {
        Map<String, String> passed = new TreeMap<>();
        for (String name : names) {
            if (environment.containsKey(name)) {
                passed.put(name, environment.get(name));
            }
        }
        return passed;
    }

    @SuppressWarnings("SystemConsoleNull") // null is what its contract still allows
    private static boolean onTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    @Override
    public void close() throws IOException {
        scratch.close();
    }
}
