package dev.mausbot.home.auth.pairing;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A code for people: {@code ACDE-FGHJ-KMNP}. Of letters and digits that look alike in some font or hand (B 8, I 1 L, O 0,
 * S 5, U V, Z 2) it has at most one, so 24 are left; twelve of those are 55 bits.
 */
final class PairingCode {
    static final String ALPHABET = "ACDEFGHJKMNPQRTVWXY34679";
    static final int LENGTH = 12;

    private static final int GROUP = 4;
    private static final Pattern BETWEEN = Pattern.compile("[ -]");
    private static final Pattern FORM = Pattern.compile("[" + ALPHABET + "]{" + LENGTH + "}");
    /** Nobody types more than a code with a space around each character. */
    private static final int LONGEST = 3 * LENGTH;

    private PairingCode() {}

    static String mint(SecureRandom random) {
        String letters = random.ints(LENGTH, 0, ALPHABET.length())
                .mapToObj(at -> ALPHABET.substring(at, at + 1))
                .collect(Collectors.joining());
        return String.join(
                "-",
                letters.substring(0, GROUP),
                letters.substring(GROUP, 2 * GROUP),
                letters.substring(2 * GROUP, LENGTH));
    }

    /** The twelve characters of what somebody typed, however it was grouped and in any case; empty if it is no code. */
    static Optional<String> read(String typed) {
        return Optional.of(typed)
                .filter(text -> text.length() <= LONGEST)
                .map(text -> BETWEEN.matcher(text).replaceAll("").toUpperCase(Locale.ROOT))
                .filter(FORM.asMatchPredicate());
    }
}
