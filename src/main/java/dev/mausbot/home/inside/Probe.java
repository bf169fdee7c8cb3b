package dev.mausbot.home.inside;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The program {@code cloud-home probe}: tries, from inside a box, what a hostile bot would try, and tells what it saw. It
 * knows how to try things and not what must hold: that comes on standard input, line by line, its words separated by tabs
 * ({@code %} and two hexadecimal digits stand for what a word cannot hold).
 *
 * <pre>
 * ports FILE USUAL...     the box's gates are where this file says, not at the usual ports
 * try CHECK VERB WORD...  an attempt; a check holds if all of its attempts do
 * go                      the end: now it begins
 * </pre>
 *
 * Standard output gets one line for each check as soon as it is known,
 * <code>{"id":"...","passed":true,"seen":"..."}</code>, in ASCII.
 */
public final class Probe {
    private static final int USAGE = 2;
    private static final int LONGEST_SEEN = 240;

    private final Map<String, Attempt> verbs = new HashMap<>();
    private final Map<String, List<List<String>>> checks = new LinkedHashMap<>();

    private Probe() {
        verbs.putAll(FileAttempts.all());
        verbs.putAll(ProcessAttempts.all());
        verbs.putAll(NetworkAttempts.all(Ports.usual()));
        verbs.putAll(Variables.all());
        verbs.putAll(KeyAttempts.all());
        verbs.putAll(KernelAttempts.all());
    }

    /**
     * Runs it.
     *
     * @return the exit code: 0 however the checks came out, 2 if the instructions make no sense
     */
    public static int run(InputStream in, PrintStream out, PrintStream err) {
        Probe probe = new Probe();
        try {
            probe.read(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
        } catch (IOException | RuntimeException unreadable) {
            err.println("probe: " + unreadable.getMessage());
            return USAGE;
        }
        probe.checks.forEach((check, attempts) -> {
            out.println(line(check, probe.seen(attempts)));
            out.flush();
        });
        return 0;
    }

    private void read(BufferedReader in) throws IOException {
        for (String line = in.readLine(); !"go".equals(line); line = in.readLine()) {
            if (line == null) {
                throw new IOException("the instructions broke off");
            }
            List<String> words = new ArrayList<>();
            for (String word : line.split("\t", -1)) {
                words.add(decoded(word));
            }
            switch (words.getFirst()) {
                case "ports" ->
                    verbs.putAll(
                            NetworkAttempts.all(Ports.toldBy(Path.of(words.get(1)), words.subList(2, words.size()))));
                case "try" ->
                    checks.computeIfAbsent(words.get(1), _ -> new ArrayList<>())
                            .add(List.copyOf(words.subList(2, words.size())));
                default -> throw new IOException("unknown instruction " + words.getFirst());
            }
        }
    }

    private static String decoded(String word) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < word.length(); at++) {
            char next = word.charAt(at);
            if (next == '%') {
                next = (char) Integer.parseInt(word.substring(at + 1, at + 3), 16);
                at += 2;
            }
            text.append(next);
        }
        return text.toString();
    }

    private Seen seen(List<List<String>> attempts) {
        Seen last = Seen.broken("there was nothing to try");
        for (List<String> attempt : attempts) {
            last = seen(attempt.getFirst(), attempt.subList(1, attempt.size()));
            if (!last.holds()) {
                return last;
            }
        }
        return last;
    }

    /** What cannot be tried is not proven. */
    private Seen seen(String verb, List<String> arguments) {
        Attempt attempt = verbs.get(verb);
        if (attempt == null) {
            return Seen.broken("the probe does not know how to try " + verb);
        }
        try {
            return attempt.with(arguments);
        } catch (IOException | RuntimeException untried) {
            return Seen.broken("could not be tried: " + untried);
        }
    }

    static String line(String check, Seen seen) {
        String what = seen.what();
        StringBuilder shown = new StringBuilder();
        for (int at = 0; at < Math.min(what.length(), LONGEST_SEEN); at++) {
            char next = what.charAt(at);
            if (next == '"' || next == '\\') {
                shown.append('\\').append(next);
            } else if (next < ' ' || next > '~') {
                shown.append(String.format("\\u%04x", (int) next));
            } else {
                shown.append(next);
            }
        }
        return "{\"id\":\"" + check + "\",\"passed\":" + seen.holds() + ",\"seen\":\"" + shown + "\"}";
    }
}
