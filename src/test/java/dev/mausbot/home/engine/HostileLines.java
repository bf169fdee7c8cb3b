package dev.mausbot.home.engine;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Lines as a hostile engine prints them: true ones, true ones with any value put in any place, and anything at all. */
final class HostileLines {
    private HostileLines() {}

    static Arbitrary<List<String>> like(String lines) {
        Arbitrary<String> known = Arbitraries.of(lines.lines().toList());
        Arbitrary<String> value =
                Arbitraries.of("null", "7", "-1e400", "\"x\"", "[]", "[[{}]]", "{}", "true", "{\"type\":[]}");
        Arbitrary<String> twisted = known.flatMap(line -> value.flatMap(put -> Arbitraries.integers()
                .between(0, (int) line.chars().filter(c -> c == ':').count() - 1)
                .map(colon -> twist(line, colon, put))));
        Arbitrary<String> torn = known.flatMap(
                line -> Arbitraries.integers().between(0, line.length()).map(end -> line.substring(0, end)));
        return Arbitraries.oneOf(known, twisted, torn, Arbitraries.strings())
                .list()
                .ofMaxSize(12);
    }

    /** All that a decoder makes of them, as lines of both outputs, and of an end that is told twice. */
    static List<TurnEvent> decode(OutputDecoder decoder, List<String> lines) {
        List<TurnEvent> events = new ArrayList<>();
        lines.forEach(line -> {
            events.addAll(decoder.line(line));
            events.addAll(decoder.errorLine(line));
        });
        events.addAll(decoder.end(0));
        events.addAll(decoder.end(1));
        return events;
    }

    /** Replaces what follows one colon, up to the next comma or bracket. */
    private static String twist(String line, int colon, String value) {
        int at = -1;
        for (int i = 0; i <= colon; i++) {
            at = line.indexOf(':', at + 1);
        }
        int end = at + 1;
        while (end < line.length() && ",}]".indexOf(line.charAt(end)) < 0) {
            end++;
        }
        return line.substring(0, at + 1) + value + line.substring(end);
    }
}
