package dev.mausbot.home.boot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * All settings, read once and checked as a whole.
 *
 * @param home the HOME of whoever runs the program; exists, all links resolved
 * @param dataFolder where database, logins and bots live; {@link DataFolder} makes it
 * @param runtimeFolder where sockets live; empty for a random folder in {@code /tmp}. {@link RuntimeFolder} makes it
 * @param listen where the page and the public API answer
 * @param box what was said about boxes
 * @param cloud the fleet that the machine belongs to; empty for a person's own machine
 * @param harden whether the root supervisor hardens the machine
 * @param egress the operator's ranges over the address policy
 * @param turns how many turns run at once, and how long
 */
public record BootContract(
        Path home,
        Path dataFolder,
        Optional<Path> runtimeFolder,
        Listen listen,
        Box box,
        Optional<Cloud> cloud,
        boolean harden,
        OperatorRanges egress,
        Turns turns) {
    /** The address and port of the page; port 0 means any free one. */
    public record Listen(String host, int port) {}

    /**
     * What was said about boxes.
     *
     * @param wish whether turns shall run in boxes
     * @param selfCheckRequired whether a failed self-check stops boxed turns
     */
    public record Box(BoxWish wish, boolean selfCheckRequired) {}

    /** What the operator said about boxes. Whether this host can run one is found out by trying, not here. */
    public enum BoxWish {
        ON,
        OFF,
        /** On with a cloud role, off on a person's own machine. */
        BY_ROLE
    }

    /** A machine of a fleet; all of it is required with a role. */
    public record Cloud(
            Role role, String machineId, HttpsOrigin adminUrl, Secret bootstrapSecret, HttpsOrigin publicUrl) {
        private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9_-]{43,128}");

        /** The secret that a machine shares with its Admin, if the text has the form of one. */
        public static Optional<Secret> secret(String text) {
            return Optional.of(text).filter(SECRET.asMatchPredicate()).map(Secret::new);
        }
    }

    /**
     * How many turns, and how long.
     *
     * @param most how many turns run at once on this machine; others wait
     * @param timeout the longest that a turn may run
     */
    public record Turns(int most, Duration timeout) {}

    public BootContract {
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(dataFolder, "dataFolder");
        Objects.requireNonNull(runtimeFolder, "runtimeFolder");
        Objects.requireNonNull(listen, "listen");
        Objects.requireNonNull(box, "box");
        Objects.requireNonNull(cloud, "cloud");
        Objects.requireNonNull(egress, "egress");
        Objects.requireNonNull(turns, "turns");
    }

    /** Reads all settings and finds all faults; looks at folders, and makes or changes none. */
    public static Contract read(Map<String, String> environment, HostFacts host) {
        return new ContractReader(environment, host).read();
    }

    /** Whether a variable is one of the settings of the server. */
    public static boolean isSetting(String variable) {
        return Setting.of(variable).isPresent();
    }

    /** Whether a setting's value opens something, so that it may stand in no environment that others can read. */
    public static boolean isSecret(String variable) {
        return Setting.of(variable)
                .filter(Setting.CLOUD_BOOTSTRAP_SECRET::equals)
                .isPresent();
    }

    /** Whether turns shall run in boxes. */
    public boolean boxWanted() {
        return switch (box.wish()) {
            case ON -> true;
            case OFF -> false;
            case BY_ROLE -> cloud.isPresent();
        };
    }
}
