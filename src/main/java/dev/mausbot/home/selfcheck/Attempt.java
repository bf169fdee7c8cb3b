package dev.mausbot.home.selfcheck;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One thing for the probe to try; {@code inside.Probe} says what its verbs mean.
 *
 * @param verb how it tries
 * @param words what with; {@code ${broker-token:GRANT}} and {@code ${broker-url:GRANT}} are filled in for the box
 */
record Attempt(String verb, List<String> words) {
    Attempt {
        words = List.copyOf(words);
    }

    static Attempt of(String verb, Object... words) {
        return new Attempt(verb, Stream.of(words).map(String::valueOf).toList());
    }

    /** As the probe reads it. */
    String line(String check) {
        return instruction(
                Stream.concat(Stream.of("try", check, verb), words.stream()).toList());
    }

    /** A line of words, each without what ends a word. */
    static String instruction(List<String> words) {
        return words.stream()
                        .map(word -> word.replace("%", "%25")
                                .replace("\t", "%09")
                                .replace("\n", "%0A")
                                .replace("\r", "%0D"))
                        .collect(Collectors.joining("\t"))
                + "\n";
    }
}
