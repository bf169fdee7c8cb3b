package dev.mausbot.home.boot;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Every setting that the program reads, with what it accepts. {@code docs/operations.md} tells what each means. */
enum Setting {
    DATA_DIR(
            "OMB_DATA_DIR",
            "an absolute folder that is a direct child of HOME or lies outside it, and does not contain it",
            Show.VALUE),
    PORT("OMB_PORT", "a port number from 0 (any free port) to 65535", Show.VALUE),
    HOST("OMB_HOST", "an IP address of this machine, or localhost", Show.VALUE),
    RUNTIME_DIR(
            "OMB_RUNTIME_DIR",
            "an absolute folder of at most " + RuntimeFolder.LONGEST
                    + " bytes that is a direct child of HOME or lies outside it, and is not the data folder",
            Show.VALUE),
    BOT_BOX("OMB_BOT_BOX", "1 (on) or 0 (off)", Show.VALUE),
    BOT_BOX_REQUIRE("OMB_BOT_BOX_REQUIRE", "1 (a failed self-check stops boxed turns) or 0 (it does not)", Show.VALUE),
    CLOUD_ROLE("OMB_CLOUD_ROLE", "home or team", Show.VALUE),
    CLOUD_MACHINE_ID(
            "OMB_CLOUD_MACHINE_ID",
            "the machine's id: 3 to 128 letters, digits, _ or -, the first a letter or digit",
            Show.VALUE),
    CLOUD_ADMIN_URL("OMB_CLOUD_ADMIN_URL", HttpsOrigin.FORM, Show.NOTHING),
    CLOUD_BOOTSTRAP_SECRET(
            "OMB_CLOUD_BOOTSTRAP_SECRET", "the 43 to 128 base64url characters that the Admin gave out", Show.NOTHING),
    PUBLIC_URL("OMB_PUBLIC_URL", HttpsOrigin.FORM, Show.NOTHING),
    CLOUD_HARDEN("OMB_CLOUD_HARDEN", "1 (on) or 0 (off)", Show.VALUE),
    EGRESS_ALLOW("OMB_EGRESS_ALLOW", OperatorRanges.FORM, Show.VALUE),
    EGRESS_DENY("OMB_EGRESS_DENY", OperatorRanges.FORM, Show.VALUE),
    MAX_TURNS("OMB_MAX_TURNS", "a whole number from 1 to 1000", Show.VALUE),
    TURN_TIMEOUT("OMB_TURN_TIMEOUT", "a time from 1s to 24h, such as 60m or PT1H", Show.VALUE);

    /** Whether a wrong value may be repeated in a fault; a URL may hold a password. */
    enum Show {
        VALUE,
        NOTHING
    }

    /** Begins the name of every setting of the product. */
    static final String PREFIX = "OMB_";

    /** Read by the front door, by tests and benchmarks, or by helpers inside a box; not by the server. */
    private static final List<String> READ_ELSEWHERE = List.of(
            "OMB_RUN_AS",
            Secrets.VARIABLE,
            "OMB_HARNESS_URL",
            "OMB_HARNESS_TOKEN",
            "OMB_BOT_ID",
            "OMB_CONVERSATION_ID",
            "OMB_TURN_ID",
            "OMB_ASK_SOCKET");

    private static final List<String> PREFIXES_READ_ELSEWHERE = List.of("OMB_TEST_", "OMB_BENCH_");

    private static final int NEAR_MISS = 4;

    final String variable;
    final String accepts;
    final Show show;

    Setting(String variable, String accepts, Show show) {
        this.variable = variable;
        this.accepts = accepts;
        this.show = show;
    }

    static Optional<Setting> of(String name) {
        return Stream.of(values())
                .filter(setting -> setting.variable.equals(name))
                .findFirst();
    }

    static boolean isKnown(String name) {
        return of(name).isPresent()
                || READ_ELSEWHERE.contains(name)
                || PREFIXES_READ_ELSEWHERE.stream().anyMatch(name::startsWith);
    }

    /** The setting whose name a mistyped one most likely meant. */
    static Optional<Setting> closestTo(String name) {
        return Stream.of(values())
                .filter(setting -> distance(setting.variable, name) <= NEAR_MISS)
                .min((one, other) -> distance(one.variable, name) - distance(other.variable, name));
    }

    /** Levenshtein's edit distance. */
    private static int distance(String one, String other) {
        int[] previous = new int[other.length() + 1];
        for (int column = 0; column <= other.length(); column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= one.length(); row++) {
            int[] current = new int[other.length() + 1];
            current[0] = row;
            for (int column = 1; column <= other.length(); column++) {
                int change = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
                current[column] =
                        Math.min(previous[column - 1] + change, Math.min(previous[column], current[column - 1]) + 1);
            }
            previous = current;
        }
        return previous[other.length()];
    }
}
