package dev.mausbot.home.inside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** At which ports of loopback the box's gates are: the ones that it was told, or those that its bridge was given. */
final class Ports {
    private final Map<String, Integer> told;

    private Ports(Map<String, Integer> told) {
        this.told = told;
    }

    /** Where every box has them. */
    static Ports usual() {
        return new Ports(Map.of());
    }

    /** Where the bridge says, in a file, that it listens instead of at these, in the same order. */
    static Ports toldBy(Path file, List<String> usual) throws IOException {
        List<String> words =
                new ArrayList<>(List.of(Files.readString(file).strip().split(" ", -1)));
        if (!words.removeFirst().equals("ready") || words.size() != usual.size()) {
            throw new IOException("the bridge did not tell its ports");
        }
        Map<String, Integer> told = new HashMap<>();
        for (int at = 0; at < usual.size(); at++) {
            told.put(usual.get(at), Integer.valueOf(words.get(at)));
        }
        return new Ports(told);
    }

    /** The port that is here in the place of a usual one. */
    int of(String usual) {
        return Optional.ofNullable(told.get(usual)).orElseGet(() -> Integer.valueOf(usual));
    }
}
