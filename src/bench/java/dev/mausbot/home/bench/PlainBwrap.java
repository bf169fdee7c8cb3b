package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Bubblewrap by itself, with the namespaces and mounts of one of our boxes, which stays open meanwhile so that all that is
 * mounted is there.
 *
 * @param bwrap the program
 * @param options that box's options, each ended by NUL
 * @param filter that box's seccomp filter
 */
record PlainBwrap(Path bwrap, Path options, Path filter) {
    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");

    /** Looks into the runtime folder of the only box that is open. */
    static PlainBwrap like(OurBoxes boxes) throws IOException {
        for (Path owner : list(boxes.runtime())) {
            for (Path place : list(owner)) {
                if (Files.exists(place.resolve("options"))) {
                    return new PlainBwrap(boxes.bwrap(), place.resolve("options"), owner.resolve("seccomp"));
                }
            }
        }
        throw new IOException("no box is open in " + boxes.runtime());
    }

    private static List<Path> list(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, Files::isDirectory)) {
            entries.forEach(found::add);
        }
        return found;
    }

    /** As a person would: every option on the command line, no filter. */
    void run(String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(bwrap.toString()));
        String all = Files.readString(options, StandardCharsets.UTF_8);
        words.addAll(List.of(all.substring(0, all.length() - 1).split("\0", -1)));
        words.addAll(List.of(command));
        Commands.run(Commands.with(ENVIRONMENT, words));
    }

    /** As a box is started: a shell opens the descriptors of options and filter and becomes bwrap. */
    void runByDescriptors(String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of("/bin/sh", "-c", "o=$1 f=$2 && shift 2 && exec \"$@\" 3<\"$o\" 4<\"$f\"", "plain"));
        words.addAll(List.of(options.toString(), filter.toString(), bwrap.toString()));
        words.addAll(List.of("--args", "3", "--seccomp", "4", "--"));
        words.addAll(List.of(command));
        Commands.run(Commands.with(ENVIRONMENT, words));
    }
}
