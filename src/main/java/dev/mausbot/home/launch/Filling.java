package dev.mausbot.home.launch;

import dev.mausbot.home.box.GatePorts;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a plan leaves open until its box has tokens: {@code ${broker-url:GRANT}}, the address of a grant at the broker, and
 * {@code ${broker-token:GRANT}}, the token alone.
 */
final class Filling {
    /** How every address at the broker begins. */
    static final String BROKER = "http://127.0.0.1:" + GatePorts.BROKER + "/b/";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{broker-(url|token):([a-z0-9-]{1,64})}");

    private final Map<String, String> tokens;

    /** Fills in nothing: for a box without grants. */
    static Filling none() {
        return new Filling(Map.of());
    }

    /**
     * Fills in.
     *
     * @param tokens the token of each grant
     */
    Filling(Map<String, String> tokens) {
        this.tokens = new HashMap<>(tokens);
    }

    /** The address of a grant, its token included. */
    static String address(String token, String grant) {
        return BROKER + token + "/" + grant;
    }

    /** The text with all filled in; empty if it names a grant that the box does not hold. */
    Optional<String> fill(String text) {
        Matcher open = PLACEHOLDER.matcher(text);
        if (!open.results().allMatch(found -> tokens.containsKey(found.group(2)))) {
            return Optional.empty();
        }
        return Optional.of(open.replaceAll(found -> {
            String token = tokens.getOrDefault(found.group(2), "");
            return found.group(1).equals("url") ? address(token, found.group(2)) : token;
        }));
    }
}
