package dev.mausbot.home.gate.egress;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The header fields of one message, in their order; values are text of one byte per character (RFC 9110 section 5.5). */
record Headers(List<Field> fields) {
    /** One field; {@code key} is its name in lower case. */
    record Field(String name, String key, String value) {
        Field(String name, String value) {
            this(name, name.toLowerCase(Locale.ROOT), value);
        }
    }

    Headers {
        fields = List.copyOf(fields);
    }

    /** Reads field lines, without their CRLFs. */
    static Headers parse(List<String> lines) throws MalformedMessage {
        List<Field> fields = new ArrayList<>(lines.size());
        for (String line : lines) {
            fields.add(parseField(line));
        }
        return new Headers(fields);
    }

    /**
     * A token, at once a colon, and a value. A line that begins with a blank (obs-fold) and a blank before the colon both
     * fail here, because a blank is in no token.
     */
    private static Field parseField(String line) throws MalformedMessage {
        int colon = line.indexOf(':');
        if (colon < 1 || !isToken(line, colon)) {
            throw new MalformedMessage("a header field has no proper name");
        }
        for (int i = colon + 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f) {
                throw new MalformedMessage("a header field holds a control character");
            }
        }
        return new Field(line.substring(0, colon), trim(line, colon + 1));
    }

    /** Without the blanks and tabs around it, and only those. */
    private static String trim(String line, int from) {
        int start = from;
        int end = line.length();
        while (start < end && isBlank(line.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** Whether the first {@code length} characters are a token (RFC 9110 section 5.6.2). */
    static boolean isToken(String text, int length) {
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            boolean alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!alphanumeric && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
                return false;
            }
        }
        return length > 0;
    }

    /** The values of every field of a name, which is given in lower case. */
    List<String> values(String key) {
        List<String> values = List.of();
        for (Field field : fields) {
            if (field.key().equals(key)) {
                values = values.isEmpty() ? new ArrayList<>(2) : values;
                values.add(field.value());
            }
        }
        return values;
    }

    /** The elements of every comma-separated field of a name, in lower case. */
    Set<String> elements(String key) {
        List<String> values = values(key);
        if (values.isEmpty()) {
            return Set.of();
        }
        return values.stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .map(element -> element.strip().toLowerCase(Locale.ROOT))
                .filter(element -> !element.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }
}
