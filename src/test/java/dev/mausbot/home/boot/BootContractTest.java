package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BootContractTest {
    private static final String SECRET = "s".repeat(43);
    private static final HostFacts TWO_GIB = new HostFacts(1000, 2L << 30);

    @TempDir
    Path folder;

    private Path home = Path.of("/");

    @BeforeEach
    void makeHome() throws IOException {
        home = Files.createDirectory(folder.toRealPath().resolve("home"));
    }

    @Test
    void hasTheDefaultsOfAPersonsOwnMachine() {
        BootContract contract = valid(Map.of());

        assertThat(contract)
                .isEqualTo(new BootContract(
                        home,
                        home.resolve(".openmausbot"),
                        Optional.empty(),
                        new BootContract.Listen("127.0.0.1", 8799),
                        new BootContract.Box(BootContract.BoxWish.BY_ROLE, true),
                        Optional.empty(),
                        true,
                        new OperatorRanges(List.of(), List.of()),
                        new BootContract.Turns(4, Duration.ofMinutes(60))));
        assertThat(contract.boxWanted()).isFalse();
    }

    @Test
    void readsEverySetting() {
        BootContract contract = valid(everySetting());

        assertThat(contract)
                .isEqualTo(new BootContract(
                        home,
                        home.resolve("data"),
                        Optional.of(folder.resolve("run")),
                        new BootContract.Listen("0.0.0.0", 8080),
                        new BootContract.Box(BootContract.BoxWish.ON, false),
                        Optional.of(new BootContract.Cloud(
                                Role.TEAM,
                                "machine_1-a",
                                new HttpsOrigin("admin.example.org", 443),
                                new Secret(SECRET),
                                new HttpsOrigin("home.example.org", 8443))),
                        false,
                        new OperatorRanges(
                                List.of(AddressRange.of("10.1.0.0/16:443"), AddressRange.of("[2001:db8::/32]:443")),
                                List.of(AddressRange.of("10.1.2.0/24"))),
                        new BootContract.Turns(7, Duration.ofMinutes(90))));
    }

    /** A setting that is read nowhere, or a field that no setting moves, fails here. */
    @Test
    void forgetsNoSettingAndNoField() throws ReflectiveOperationException {
        assertThat(everySetting().keySet())
                .containsExactlyInAnyOrderElementsOf(Stream.of(Setting.values())
                        .map(setting -> setting.variable)
                        .toList());

        Map<String, Object> defaults = leaves("", valid(Map.of()));
        Map<String, Object> changed = leaves("", valid(everySetting()));
        assertThat(changed).allSatisfy((name, value) -> {
            if (!name.equals(".home")) { // a fact, not a setting
                assertThat(value).as(name).isNotEqualTo(defaults.get(name));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void tellsTheOperatorAboutEverySetting(Setting setting) throws IOException {
        assertThat(Files.readString(Path.of("docs/operations.md"))).contains("`" + setting.variable + "`");
    }

    @Test
    void namesEveryFaultAtOnceAndShowsNoSecret() {
        Map<String, String> settings = new HashMap<>(everySetting());
        settings.put("OMB_PORT", "http");
        settings.put("OMB_CLOUD_ROLE", "house");
        settings.put("OMB_CLOUD_BOOTSTRAP_SECRET", "hunter2");
        settings.put("OMB_PUBLIC_URL", "https://user:hunter2@home.example.org");
        settings.put("OMB_TURN_TIMEOUT", "25h");

        assertThat(faults(settings))
                .hasSize(5)
                .anyMatch(fault -> fault.startsWith("OMB_PORT is not valid (\"http\"): set it to a port number"))
                .anyMatch(fault -> fault.startsWith("OMB_CLOUD_ROLE is not valid (\"house\"): set it to home or team"))
                .anyMatch(fault -> fault.startsWith("OMB_CLOUD_BOOTSTRAP_SECRET is not valid: set it to the 43"))
                .anyMatch(fault -> fault.startsWith("OMB_PUBLIC_URL is not valid: set it to"))
                .anyMatch(fault -> fault.startsWith("OMB_TURN_TIMEOUT is not valid (\"25h\")"))
                .noneMatch(fault -> fault.contains("hunter2"));
    }

    @ParameterizedTest
    @EnumSource
    void refusesASettingThatIsSetToNothing(Setting setting) {
        Map<String, String> settings = new HashMap<>(everySetting());
        settings.put(setting.variable, "");

        assertThat(faults(settings)).singleElement().asString().startsWith(setting.variable + " is set to nothing");
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOUD_MACHINE_ID", "CLOUD_ADMIN_URL", "CLOUD_BOOTSTRAP_SECRET", "PUBLIC_URL"})
    void wantsAllOfAFleetsSettingsOrNone(Setting setting) {
        Map<String, String> without = new HashMap<>(everySetting());
        without.remove(setting.variable);
        assertThat(faults(without)).singleElement().asString().startsWith(setting.variable + " is missing");

        Map<String, String> alone = Map.of(setting.variable, everySetting().getOrDefault(setting.variable, ""));
        assertThat(faults(alone)).singleElement().asString().contains("OMB_CLOUD_ROLE is not");
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource({
        "OMB_PORT, -1",
        "OMB_PORT, 65536",
        "OMB_PORT, 080",
        "OMB_HOST, example.org",
        "OMB_HOST, 127.0.0.1:80",
        "OMB_BOT_BOX, true",
        "OMB_BOT_BOX_REQUIRE, no",
        "OMB_CLOUD_HARDEN, 2",
        "OMB_CLOUD_MACHINE_ID, ab",
        "OMB_CLOUD_MACHINE_ID, _abc",
        "OMB_CLOUD_MACHINE_ID, a/b/c",
        "OMB_CLOUD_ADMIN_URL, http://admin.example.org",
        "OMB_CLOUD_ADMIN_URL, https://admin.example.org/",
        "OMB_CLOUD_ADMIN_URL, https://admin.example.org:443",
        "OMB_CLOUD_ADMIN_URL, https://admin.example.org:65536",
        "OMB_CLOUD_ADMIN_URL, https://Admin.example.org",
        "OMB_CLOUD_ADMIN_URL, https://admin..example.org",
        "OMB_CLOUD_ADMIN_URL, https://-admin.example.org",
        "OMB_CLOUD_ADMIN_URL, https://a@admin.example.org",
        "OMB_CLOUD_ADMIN_URL, https://admin.example.org?",
        "OMB_PUBLIC_URL, https://",
        "OMB_EGRESS_ALLOW, example.org",
        "OMB_EGRESS_ALLOW, 10.1.2.3",
        "OMB_EGRESS_ALLOW, '[2001:db8::]/32:443'",
        "OMB_EGRESS_DENY, '10.0.0.0/8,everything'",
        "OMB_EGRESS_DENY, ' , '",
        "OMB_MAX_TURNS, 0",
        "OMB_MAX_TURNS, 1001",
        "OMB_TURN_TIMEOUT, 60",
        "OMB_TURN_TIMEOUT, 0m",
        "OMB_TURN_TIMEOUT, PT0.5S",
        "OMB_TURN_TIMEOUT, -PT1H",
        "OMB_DATA_DIR, data",
        "OMB_DATA_DIR, /",
        "OMB_DATA_DIR, HOME",
        "OMB_DATA_DIR, HOME/a/data",
        "OMB_DATA_DIR, HOME/..",
        "OMB_RUNTIME_DIR, HOME/a/run",
        "OMB_RUNTIME_DIR, /very/long/name/that/leaves/no/room/for/the/sockets/of/the/boxes/in/it/and/so/is/refused",
    })
    void refuses(String variable, String value) {
        Map<String, String> settings = new HashMap<>(everySetting());
        settings.put(variable, value.replace("HOME", home.toString()));

        assertThat(faults(settings)).singleElement().asString().startsWith(variable + " is not valid");
    }

    @Test
    void refusesARuntimeFolderInTheDataFolder() {
        assertThat(faults(Map.of("OMB_DATA_DIR", "/srv/omb", "OMB_RUNTIME_DIR", "/srv/omb/run")))
                .singleElement()
                .asString()
                .startsWith("OMB_RUNTIME_DIR");
    }

    @Test
    void seesThroughALinkToAFolderInHome() throws IOException {
        Path deeper = Files.createDirectory(home.resolve("projects"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), deeper);

        assertThat(faults(Map.of("OMB_DATA_DIR", link.resolve("data").toString())))
                .singleElement()
                .asString()
                .startsWith("OMB_DATA_DIR");
    }

    @ParameterizedTest(name = "{0} means {1}")
    @CsvSource({"90m, PT1H30M", "1s, PT1S", "24h, PT24H", "PT2H, PT2H", "P1D, PT24H"})
    void readsTimes(String text, Duration time) {
        assertThat(valid(Map.of("OMB_TURN_TIMEOUT", text)).turns().timeout()).isEqualTo(time);
    }

    @ParameterizedTest(name = "{0} MiB: {1} turns")
    @CsvSource({"200, 1", "980, 2", "1024, 2", "8192, 16", "1048576, 1000"})
    void runsTwoTurnsPerGibibyte(long mebibytes, int turns) {
        Contract contract = BootContract.read(Map.of("HOME", home.toString()), new HostFacts(1000, mebibytes << 20));

        assertThat(contract)
                .isInstanceOfSatisfying(
                        Contract.Valid.class,
                        it -> assertThat(it.contract().turns().most()).isEqualTo(turns));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "OMB_BOT_BOX_REQUIR, set OMB_BOT_BOX_REQUIRE if that was meant",
        "OMB_DATADIR, set OMB_DATA_DIR if that was meant",
        "OMB_SOMETHING_ELSE_ENTIRELY, unset it",
    })
    void refusesASettingThatItDoesNotKnow(String variable, String hint) {
        assertThat(faults(Map.of(variable, "0"))).singleElement().asString().contains(variable, hint);
    }

    @ParameterizedTest
    @CsvSource({"OMB_RUN_AS", "OMB_TEST_CLAUDE", "OMB_BENCH_SRT", "OMB_TURN_ID"})
    void letsPassWhatOthersRead(String variable) {
        assertThat(valid(Map.of(variable, "x"))).isEqualTo(valid(Map.of()));
    }

    @ParameterizedTest(name = "OMB_BOT_BOX={0}, role {1}: {2}")
    @CsvSource({", , false", ", home, true", "0, home, false", "1, , true"})
    void wantsABoxByRoleUnlessToldOtherwise(String botBox, String role, boolean wanted) {
        Map<String, String> settings = new HashMap<>(role == null ? Map.of() : everySetting());
        settings.remove("OMB_BOT_BOX");
        if (botBox != null) {
            settings.put("OMB_BOT_BOX", botBox);
        }

        assertThat(valid(settings).boxWanted()).isEqualTo(wanted);
    }

    @Test
    void usesTheSessionsRuntimeFolderOnlyIfItIsOurs() throws IOException {
        int owner = (int) Files.getAttribute(folder, "unix:uid");
        Map<String, String> settings = Map.of("HOME", home.toString(), "XDG_RUNTIME_DIR", folder.toString());

        assertThat(contract(settings, new HostFacts(owner, 1)).runtimeFolder()).contains(folder.resolve("cloud-home"));
        assertThat(contract(settings, new HostFacts(owner + 1, 1)).runtimeFolder())
                .isEmpty();
    }

    @Test
    void needsAHome() {
        for (String wrong : List.of("", "relative", "/", "/no/such/folder")) {
            assertThat(BootContract.read(Map.of("HOME", wrong), TWO_GIB))
                    .as(wrong)
                    .isInstanceOfSatisfying(
                            Contract.Invalid.class,
                            it -> assertThat(it.message()).contains("HOME is not a folder of its own"));
        }
    }

    /** Every setting, at another value than its default. */
    private Map<String, String> everySetting() {
        return Map.ofEntries(
                Map.entry("OMB_DATA_DIR", home.resolve("data").toString()),
                Map.entry("OMB_RUNTIME_DIR", folder.resolve("run").toString()),
                Map.entry("OMB_HOST", "0.0.0.0"),
                Map.entry("OMB_PORT", "8080"),
                Map.entry("OMB_BOT_BOX", "1"),
                Map.entry("OMB_BOT_BOX_REQUIRE", "0"),
                Map.entry("OMB_CLOUD_ROLE", "team"),
                Map.entry("OMB_CLOUD_MACHINE_ID", "machine_1-a"),
                Map.entry("OMB_CLOUD_ADMIN_URL", "https://admin.example.org"),
                Map.entry("OMB_CLOUD_BOOTSTRAP_SECRET", SECRET),
                Map.entry("OMB_PUBLIC_URL", "https://home.example.org:8443"),
                Map.entry("OMB_CLOUD_HARDEN", "0"),
                Map.entry("OMB_EGRESS_ALLOW", "10.1.0.0/16:443, [2001:db8::/32]:443"),
                Map.entry("OMB_EGRESS_DENY", "10.1.2.0/24"),
                Map.entry("OMB_MAX_TURNS", "7"),
                Map.entry("OMB_TURN_TIMEOUT", "90m"));
    }

    private BootContract valid(Map<String, String> settings) {
        return contract(withHome(settings), TWO_GIB);
    }

    private static BootContract contract(Map<String, String> environment, HostFacts host) {
        return switch (BootContract.read(environment, host)) {
            case Contract.Valid valid -> valid.contract();
            case Contract.Invalid invalid -> throw new AssertionError(invalid.message());
        };
    }

    private List<String> faults(Map<String, String> settings) {
        return switch (BootContract.read(withHome(settings), TWO_GIB)) {
            case Contract.Valid valid -> throw new AssertionError("is valid: " + valid.contract());
            case Contract.Invalid invalid -> invalid.faults();
        };
    }

    private Map<String, String> withHome(Map<String, String> settings) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("HOME", home.toString());
        return environment;
    }

    private static Map<String, Object> leaves(String prefix, Object value) throws ReflectiveOperationException {
        Object inner = value instanceof Optional<?> optional && optional.isPresent() ? optional.get() : value;
        Map<String, Object> leaves = new TreeMap<>();
        if (!(inner instanceof Record) || inner instanceof HttpsOrigin) {
            leaves.put(prefix, inner);
            return leaves;
        }
        for (RecordComponent component : inner.getClass().getRecordComponents()) {
            Object part = component.getAccessor().invoke(inner);
            assertThat(part).isNotNull();
            leaves.putAll(leaves(prefix + "." + component.getName(), part));
        }
        return leaves;
    }
}
