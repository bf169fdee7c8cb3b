package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.OperatorRanges;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.launch.Surroundings;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What self-checks are run with. Closing it fails if one of them left anything behind. */
final class CheckHouse implements AutoCloseable {
    static final BoxTools TOOLS =
            new BoxTools(Path.of("/usr/bin/bwrap"), new BoxTools.Bridging.Socat(Path.of("/usr/bin/socat")));

    final CoreVertx vertx = CoreVertx.start();
    private final List<Path> before = litter();

    private CheckHouse() throws IOException {}

    static CheckHouse open() throws IOException {
        BoxWorks.assumeHere();
        return new CheckHouse();
    }

    SelfCheck check() {
        return check(Surroundings.HomeView.PRIVATE, new OperatorRanges(List.of(), List.of()));
    }

    SelfCheck check(Surroundings.HomeView view, OperatorRanges ranges) {
        return check(TOOLS, view, ranges);
    }

    SelfCheck check(BoxTools tools, Surroundings.HomeView view, OperatorRanges ranges) {
        return new SelfCheck(tools, vertx.vertx(), surroundings(view), ranges, InstantSource.system());
    }

    static Surroundings surroundings(Surroundings.HomeView view) {
        return new Surroundings(
                Path.of("/nowhere/data"),
                Path.of("/nowhere/run"),
                Path.of("/nowhere"),
                view,
                Program.current().readOnlyFolders(),
                Map.of(),
                System.getProperty("user.name"));
    }

    /** This process's own: others check their boxes at the same time. */
    private static List<Path> litter() throws IOException {
        String ours = "cloud-home-check-" + ProcessHandle.current().pid() + "-*";
        List<Path> found = new ArrayList<>();
        for (Path folder : List.of(Path.of("/tmp"), Path.of("/var/tmp"))) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, ours)) {
                all.forEach(found::add);
            }
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        vertx.close();
        assertThat(litter()).as("left behind").isSubsetOf(before);
    }
}
