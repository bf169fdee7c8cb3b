package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What bwrap starts: a shell that starts the bridges, waits until they listen, compares the put-back paths, and becomes
 * the engine. See {@code enter.sh} for its words, which travel in a file beside it.
 */
final class Entry {
    /** Where a box sees its entry. */
    static final Path INSIDE = Path.of("/run/box");

    private static final FileAttribute<?> OWNER_READS_AND_WRITES =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final String SCRIPT = "enter";
    private static final String WORDS = "words";

    /** Where it sees its words. */
    static final Path WORDS_INSIDE = INSIDE.resolve(WORDS);

    private Entry() {}

    /** Puts script, words and the plan's files at a box's place. */
    static void write(BoxPlace place, Path script, BoxSpec spec, Mounts mounts, BoxTools tools) throws IOException {
        Files.createLink(place.entry().resolve(SCRIPT), script);
        Files.write(words(place), words(spec, mounts, tools), StandardOpenOption.CREATE_NEW);
        Path files = Files.createDirectory(place.entry().resolve(INSIDE.relativize(LaunchPlan.FILES)));
        for (LaunchPlan.PlannedFile file : spec.files()) {
            // The folders around it are closed to others, but a token deserves a lock of its own.
            Path target = Files.createFile(files.resolve(file.name()), OWNER_READS_AND_WRITES);
            Files.writeString(target, file.content());
        }
    }

    /** Where a box's words are on the host. */
    static Path words(BoxPlace place) {
        return place.entry().resolve(WORDS);
    }

    /** The command that enters the box. */
    static List<String> command(BoxSpec spec) {
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", INSIDE.resolve(SCRIPT).toString(), "from=" + WORDS_INSIDE, "--"));
        if (spec.terminal()) {
            // The box's session has no terminal of its own yet; this makes the one at standard input that.
            command.addAll(List.of("/usr/bin/setsid", "--ctty"));
        }
        command.addAll(spec.command());
        return command;
    }

    private static List<String> words(BoxSpec spec, Mounts mounts, BoxTools tools) throws IOException {
        List<String> words = new ArrayList<>();
        spec.gates().ifPresent(gates -> words.addAll(bridges(gates, tools.bridge())));
        for (Map.Entry<Path, FileIdentity> expected : mounts.identities().entrySet()) {
            words.add("at=" + expected.getValue() + "=" + expected.getKey());
        }
        for (String word : words) {
            if (word.indexOf('\n') >= 0) {
                throw new IOException(
                        "a path with a line break in its name cannot be used in a box: " + word.replace('\n', '?'));
            }
        }
        return words;
    }

    private static List<String> bridges(BoxSpec.Network.Gated gates, BoxTools.Bridging bridge) {
        List<String> words = new ArrayList<>();
        for (BoxSpec.GatePort port : gates.ports()) {
            words.add(port.port() + "=" + BoxSpec.Network.Gated.INSIDE.resolve(port.socket()));
        }
        for (String relay : gates.relays()) {
            words.add("relay=" + BoxSpec.Network.Gated.INSIDE.resolve(relay));
        }
        program(gates, bridge).forEach(word -> words.add("by=" + word));
        if (gates.ports().stream().anyMatch(port -> port.port() == 0)) {
            words.add("ports=" + BoxSpec.Network.Gated.CHOSEN_PORTS);
        }
        return words;
    }

    /** The bridge program's command, empty for socat. socat cannot wait for the server's word; one that can does it all. */
    private static List<String> program(BoxSpec.Network.Gated gates, BoxTools.Bridging bridge) {
        return switch (bridge) {
            case BoxTools.Bridging.Own own -> own.command();
            case BoxTools.Bridging.Socat socat ->
                gates.relays().isEmpty() ? List.of() : socat.instead().command();
        };
    }
}
