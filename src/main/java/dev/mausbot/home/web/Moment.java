package dev.mausbot.home.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** A point in time as it is shown: in UTC, which a script makes the reader's own. */
public record Moment(Instant at) {
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern(
                    "d MMM yyyy HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /** For {@code <time datetime>}. */
    public String iso() {
        return at.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    @Override
    public String toString() {
        return SHOWN.format(at);
    }
}
