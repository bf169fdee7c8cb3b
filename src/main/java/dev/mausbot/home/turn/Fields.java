package dev.mausbot.home.turn;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The checks on what a request's fields hold; each throws {@link BadField}. */
public final class Fields {
    private Fields() {}

    public static void present(String field, @Nullable Object value) {
        if (value == null) {
            throw new BadField(field, "is missing");
        }
    }

    /** A text of a line: not blank, no control characters, at most so many characters. */
    public static void line(String field, @Nullable String value, int most) {
        if (value == null) {
            throw new BadField(field, "is missing");
        }
        if (value.isBlank()) {
            throw new BadField(field, "is blank");
        }
        if (value.length() > most) {
            throw new BadField(field, "is longer than " + most + " characters");
        }
        if (value.chars().anyMatch(Character::isISOControl)) {
            throw new BadField(field, "has a control character in it");
        }
    }

    public static void matching(String field, @Nullable String value, int most, Pattern pattern, String fault) {
        line(field, value, most);
        if (!pattern.matcher(String.valueOf(value)).matches()) {
            throw new BadField(field, fault);
        }
    }

    /** A text of any number of lines, at most so many bytes of UTF-8, with no lone surrogate and no NUL in it. */
    public static void text(String field, @Nullable String value, int mostBytes) {
        if (value == null) {
            throw new BadField(field, "is missing");
        }
        if (value.isBlank()) {
            throw new BadField(field, "is blank");
        }
        if (value.length() > mostBytes || value.getBytes(StandardCharsets.UTF_8).length > mostBytes) {
            throw new BadField(field, "is longer than " + mostBytes + " bytes");
        }
        if (value.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
            throw new BadField(field, "is not text that can be stored");
        }
    }
}
