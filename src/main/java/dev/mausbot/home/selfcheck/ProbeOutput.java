package dev.mausbot.home.selfcheck;

import dev.mausbot.home.boot.ShownText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what comes out of the checked box. It comes from a box, so it is bounded, read strictly, and a check can be told of
 * once only: the first word counts, so that nothing that comes later can better it.
 */
final class ProbeOutput {
    private static final int LONGEST = 256 * 1024;
    private static final int LONGEST_SEEN = 512;

    private static final Pattern LINE = Pattern.compile("\\{\"id\":\"([a-z.-]{1,64})\",\"passed\":(true|false),"
            + "\"seen\":\"((?:[ !#-\\[\\]-~]|\\\\[\"\\\\]|\\\\u[0-9a-f]{4}){0,512})\"\\}");

    private static final Pattern ESCAPED = Pattern.compile("\\\\(?:u([0-9a-f]{4})|([\"\\\\]))");

    /** What was told of one check. */
    record Told(boolean passed, String seen) {}

    private ProbeOutput() {}

    /** Reads until the end, or until there is too much of it. */
    static Map<String, Told> read(InputStream output, Set<String> known) throws IOException {
        Map<String, Told> told = new HashMap<>();
        String text = new String(output.readNBytes(LONGEST), StandardCharsets.US_ASCII);
        text.lines().forEach(line -> {
            Matcher read = LINE.matcher(line);
            if (read.matches() && known.contains(read.group(1))) {
                told.putIfAbsent(read.group(1), new Told(read.group(2).equals("true"), plain(read.group(3))));
            }
        });
        return told;
    }

    private static String plain(String seen) {
        String text = ESCAPED.matcher(seen)
                .replaceAll(found -> Matcher.quoteReplacement(Optional.ofNullable(found.group(1))
                        .map(hex -> String.valueOf((char) HexFormat.fromHexDigits(hex)))
                        .orElseGet(() -> found.group(2))));
        return ShownText.line(text, LONGEST_SEEN);
    }
}
