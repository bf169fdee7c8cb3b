package dev.mausbot.home.boot;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One reading of the settings; collects every fault on the way. Used once. */
final class ContractReader {
    private static final Pattern MACHINE_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{2,127}");
    private static final Pattern SHORT_TIME = Pattern.compile("([1-9][0-9]{0,5})([smh])");
    private static final Duration LONGEST_TURN = Duration.ofHours(24); // a turn's token lives no longer
    private static final long GIBIBYTE = 1L << 30;
    private static final int TURNS_PER_GIBIBYTE = 2;
    private static final int MOST_TURNS = 1000;
    private static final int LONGEST_SHOWN = 80;

    private final Map<String, String> environment;
    private final HostFacts host;
    private final List<String> faults = new ArrayList<>();

    ContractReader(Map<String, String> environment, HostFacts host) {
        this.environment = Map.copyOf(environment);
        this.host = host;
    }

    Contract read() {
        Path home = home();
        Path data = value(Setting.DATA_DIR, text -> FolderRule.allowed(text, home))
                .orElse(home.resolve(DataFolder.USUAL_NAME));
        BootContract contract = new BootContract(
                home,
                data,
                runtimeFolder(home, data),
                new BootContract.Listen(
                        value(Setting.HOST, ContractReader::host).orElse("127.0.0.1"),
                        value(Setting.PORT, text -> number(text, 0, 0xffff)).orElse(8799)),
                new BootContract.Box(boxWish(), flag(Setting.BOT_BOX_REQUIRE, true)),
                cloud(),
                flag(Setting.CLOUD_HARDEN, true),
                new OperatorRanges(
                        value(Setting.EGRESS_ALLOW, OperatorRanges::parse).orElse(List.of()),
                        value(Setting.EGRESS_DENY, OperatorRanges::parse).orElse(List.of())),
                new BootContract.Turns(
                        value(Setting.MAX_TURNS, text -> number(text, 1, MOST_TURNS))
                                .orElse(defaultTurns()),
                        value(Setting.TURN_TIMEOUT, ContractReader::time).orElse(Duration.ofHours(1))));
        refuseUnknown();
        return faults.isEmpty() ? new Contract.Valid(contract) : new Contract.Invalid(faults);
    }

    private Path home() {
        Optional<Path> home = Optional.ofNullable(environment.get("HOME"))
                .flatMap(FolderRule::absolute)
                .filter(Files::isDirectory)
                .flatMap(ContractReader::real)
                .filter(path -> path.getParent() != null);
        if (home.isEmpty()) {
            faults.add("HOME is not a folder of its own: set it to the home folder of the user that runs the program");
        }
        return home.orElse(Path.of("/nonexistent"));
    }

    static boolean isMachineId(String text) {
        return MACHINE_ID.matcher(text).matches();
    }

    private static Optional<Path> real(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException _) {
            return Optional.empty(); // reported by the caller as what it is: no usable HOME
        }
    }

    private Optional<Path> runtimeFolder(Path home, Path data) {
        if (environment.containsKey(Setting.RUNTIME_DIR.variable)) {
            return value(
                    Setting.RUNTIME_DIR,
                    text -> FolderRule.allowed(text, home)
                            .filter(RuntimeFolder::fits)
                            .filter(folder -> !folder.startsWith(data) && !data.startsWith(folder)));
        }
        // Left over from another user's session (su, sudo), the session's folder is not ours and is passed over.
        return Optional.ofNullable(environment.get("XDG_RUNTIME_DIR"))
                .flatMap(FolderRule::absolute)
                .filter(session -> PrivateFolder.isOwnedBy(session, host.uid()))
                .map(session -> session.resolve("cloud-home"))
                .filter(RuntimeFolder::fits);
    }

    private BootContract.BoxWish boxWish() {
        return value(Setting.BOT_BOX, ContractReader::flag)
                .map(on -> on ? BootContract.BoxWish.ON : BootContract.BoxWish.OFF)
                .orElse(BootContract.BoxWish.BY_ROLE);
    }

    private Optional<BootContract.Cloud> cloud() {
        boolean wanted = environment.containsKey(Setting.CLOUD_ROLE.variable);
        Stream.of(Setting.CLOUD_MACHINE_ID, Setting.CLOUD_ADMIN_URL, Setting.CLOUD_BOOTSTRAP_SECRET, Setting.PUBLIC_URL)
                .filter(setting -> environment.containsKey(setting.variable) != wanted)
                .forEach(setting -> faults.add(setting.variable
                        + (wanted
                                ? " is missing: with OMB_CLOUD_ROLE set it to " + setting.accepts
                                : " is set but OMB_CLOUD_ROLE is not: set that to home or team, or unset this one")));
        Optional<Role> role = value(Setting.CLOUD_ROLE, ContractReader::role);
        Optional<String> id =
                value(Setting.CLOUD_MACHINE_ID, text -> Optional.of(text).filter(ContractReader::isMachineId));
        Optional<HttpsOrigin> admin = value(Setting.CLOUD_ADMIN_URL, HttpsOrigin::parse);
        Optional<Secret> secret = value(Setting.CLOUD_BOOTSTRAP_SECRET, BootContract.Cloud::secret);
        Optional<HttpsOrigin> self = value(Setting.PUBLIC_URL, HttpsOrigin::parse);
        boolean complete =
                role.isPresent() && id.isPresent() && admin.isPresent() && secret.isPresent() && self.isPresent();
        return complete
                ? Optional.of(new BootContract.Cloud(role.get(), id.get(), admin.get(), secret.get(), self.get()))
                : Optional.empty();
    }

    private boolean flag(Setting setting, boolean otherwise) {
        return value(setting, ContractReader::flag).orElse(otherwise);
    }

    private int defaultTurns() {
        long turns = Math.round((double) host.memoryBytes() * TURNS_PER_GIBIBYTE / GIBIBYTE);
        return Math.clamp(turns, 1, MOST_TURNS);
    }

    /**
     * The value of a setting; empty if it is not set, and empty with a fault if it is set to something else than it
     * accepts. Set to nothing is a fault too: an empty role would turn a fleet's machine into a person's own.
     */
    private <T> Optional<T> value(Setting setting, Function<String, Optional<T>> parse) {
        String text = environment.get(setting.variable);
        if (text == null) {
            return Optional.empty();
        }
        Optional<T> value = text.isEmpty() ? Optional.empty() : parse.apply(text);
        if (value.isEmpty()) {
            faults.add(setting.variable + " is " + shown(setting, text) + ": set it to " + setting.accepts);
        }
        return value;
    }

    private static String shown(Setting setting, String text) {
        if (text.isEmpty()) {
            return "set to nothing";
        }
        if (setting.show == Setting.Show.NOTHING) {
            return "not valid";
        }
        String start = text.substring(0, Math.min(text.length(), LONGEST_SHOWN));
        return "not valid (\"" + start.replaceAll("[^\\x20-\\x7e]", "?") + "\")";
    }

    /** A mistyped name would silently leave its setting at the default, and many defaults are about safety. */
    private void refuseUnknown() {
        environment.keySet().stream()
                .filter(name -> name.startsWith(Setting.PREFIX) && !Setting.isKnown(name))
                .sorted()
                .forEach(name -> faults.add(name + " is not a setting of this program: "
                        + Setting.closestTo(name)
                                .map(near -> "set " + near.variable + " if that was meant, and unset this one")
                                .orElse("unset it")));
    }

    private static Optional<Integer> number(String text, int least, int most) {
        return Optional.of(text)
                .filter(digits -> digits.matches("0|[1-9][0-9]{0,8}"))
                .map(Integer::valueOf)
                .filter(number -> number >= least && number <= most);
    }

    private static Optional<Boolean> flag(String text) {
        return switch (text) {
            case "1" -> Optional.of(true);
            case "0" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static Optional<Role> role(String text) {
        return switch (text) {
            case "home" -> Optional.of(Role.HOME);
            case "team" -> Optional.of(Role.TEAM);
            default -> Optional.empty();
        };
    }

    private static Optional<String> host(String text) {
        if (text.equals("localhost")) {
            return Optional.of(text);
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text).getHostAddress());
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // the caller says what a valid one looks like
        }
    }

    private static Optional<Duration> time(String text) {
        return parsedTime(text)
                .filter(time -> !time.isNegative() && time.toSeconds() >= 1)
                .filter(time -> time.compareTo(LONGEST_TURN) <= 0);
    }

    private static Optional<Duration> parsedTime(String text) {
        Matcher matcher = SHORT_TIME.matcher(text);
        try {
            // ISO 8601 wants days before the T; only times shorter than a day are written short.
            return Optional.of(Duration.parse(matcher.matches() ? "PT" + text.toUpperCase(Locale.ROOT) : text));
        } catch (DateTimeParseException _) {
            return Optional.empty(); // the caller says what a valid one looks like
        }
    }
}
