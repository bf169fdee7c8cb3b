package dev.mausbot.home.box;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The command that bwrap starts: a shell that starts the bridges, waits until they listen, compares the put-back paths,
 * and becomes the engine. See {@code enter.sh} for its words.
 */
final class Entry {
    private static final String SHELL = "/bin/sh";
    private static final String SCRIPT = resource("enter.sh");

    private Entry() {}

    static List<String> command(BoxSpec spec, Mounts mounts, BoxTools tools) {
        List<String> words = new ArrayList<>(List.of(SHELL, "-c", SCRIPT, "box"));
        spec.gates().ifPresent(gates -> words.addAll(bridges(gates, tools.bridge())));
        for (Map.Entry<Path, FileIdentity> expected : mounts.identities().entrySet()) {
            words.add("at=" + expected.getValue() + "=" + expected.getKey());
        }
        words.add("--");
        if (spec.terminal()) {
            // The box's session has no terminal of its own yet; this makes the one at standard input that.
            words.addAll(List.of("/usr/bin/setsid", "--ctty"));
        }
        words.addAll(spec.command());
        return words;
    }

    private static List<String> bridges(BoxSpec.Network.Gated gates, BoxTools.Bridging bridge) {
        List<String> words = new ArrayList<>();
        for (BoxSpec.GatePort port : gates.ports()) {
            words.add(port.port() + "=" + BoxSpec.Network.Gated.INSIDE.resolve(port.socket()));
        }
        if (bridge instanceof BoxTools.Bridging.Own(List<String> command)) {
            command.forEach(word -> words.add("by=" + word));
        }
        return words;
    }

    private static String resource(String name) {
        try (InputStream stream = Objects.requireNonNull(Entry.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
