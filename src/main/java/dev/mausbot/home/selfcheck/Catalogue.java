package dev.mausbot.home.selfcheck;

import dev.mausbot.home.box.GatePorts;
import dev.mausbot.home.box.LaunchPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What must hold in every box, one entry each; an entry is all that a check is. */
final class Catalogue {
    private static final long MOST_BYTES = 64L << 20;
    private static final String CAPABILITY = "Authorization: Bearer ${OMB_HARNESS_TOKEN}";
    private static final String TOKEN = "${broker-token:" + FrontDesk.PROVIDER + "}";
    private static final String WRONG_TOKEN = "omb_t0_" + "A".repeat(43);
    private static final String BASE_URL = "${broker-url:" + FrontDesk.PROVIDER + "}";
    private static final String MODELS = "v1/models";

    private static final List<Check> CHECKS = Stream.of(files(), processes(), network(), kernel(), broker())
            .flatMap(List::stream)
            .toList();

    private Catalogue() {}

    /** All of them, in the order of reports. */
    static List<Check> checks() {
        return CHECKS;
    }

    private static List<Check> files() {
        Set<Mutation> bindData = Set.of(Mutation.BIND_DATA);
        return List.of(
                new Check(
                        "data.database",
                        Layer.MOUNTS,
                        "The server's database is not in the box.",
                        bindData,
                        it -> absent(it.folders().database())),
                new Check(
                        "data.config",
                        Layer.MOUNTS,
                        "The server's settings and its audit log are not in the box.",
                        bindData,
                        it -> absent(it.folders().config(), it.folders().audit())),
                new Check(
                        "data.logins",
                        Layer.MOUNTS,
                        "The server's own secret and other bots' sign-ins are not in the box.",
                        bindData,
                        it -> absent(it.folders().machineSecret(), it.folders().otherLogin())),
                new Check(
                        "data.sockets",
                        Layer.MOUNTS,
                        "The server's sockets are not in the box.",
                        bindData,
                        it -> absent(it.folders().dataSocket(), it.folders().runtimeSocket())),
                new Check(
                        "data.other-bot",
                        Layer.MOUNTS,
                        "Another bot's folder is not in the box.",
                        bindData,
                        it -> absent(it.folders().otherBot())),
                new Check(
                        "data.write",
                        Layer.MOUNTS,
                        "What the box writes into the data folder does not reach it.",
                        bindData,
                        it -> List.of(Attempt.of("overwrite", it.folders().planted(), "planted")),
                        Fixture::planted),
                new Check(
                        "data.own-work",
                        Layer.MOUNTS,
                        "The turn can write its own folder, and the host sees it.",
                        Set.of(Mutation.NO_WORK),
                        it -> List.of(Attempt.of("write", it.workFile(), it.workText())),
                        Fixture::workNotReached),
                new Check(
                        "tmp.other-turn",
                        Layer.MOUNTS,
                        "Another turn's files in /tmp are not in the box.",
                        Set.of(Mutation.TMP_SHARED),
                        it -> absent(it.folders().otherTurn())),
                new Check(
                        "tmp.var-tmp",
                        Layer.MOUNTS,
                        "Another turn's files in /var/tmp are not in the box.",
                        Set.of(Mutation.TMP_SHARED),
                        it -> absent(it.folders().otherTurnInVarTmp())),
                new Check(
                        "image.read-only",
                        Layer.MOUNTS,
                        "Nothing can be made in /usr, /etc and /opt: they are mounted read-only.",
                        Set.of(Mutation.IMAGE_WRITABLE),
                        _ -> Stream.of("/usr", "/etc", "/opt")
                                .map(folder -> Attempt.of("read-only", folder))
                                .toList()),
                new Check(
                        "fly.absent",
                        Layer.MOUNTS,
                        "The machine's control socket in /.fly is not in the box.",
                        Set.of(Mutation.BIND_FLY),
                        _ -> absent(Path.of("/.fly"))),
                new Check(
                        "sys.cpu-only",
                        Layer.MOUNTS,
                        "Of /sys the box has the number of processors and nothing else.",
                        Set.of(Mutation.BIND_SYS),
                        _ -> List.of(Attempt.of(
                                "only",
                                "/sys",
                                "/sys/devices/system/cpu/possible",
                                "/sys/devices/system/cpu/online"))));
    }

    private static List<Check> processes() {
        Set<Mutation> sharePid = Set.of(Mutation.SHARE_PID);
        return List.of(
                new Check(
                        "pid.canary-listed",
                        Layer.PROCESSES,
                        "A process of the server's user is not listed in the box.",
                        sharePid,
                        it -> List.of(Attempt.of("unlisted", it.canary().mark())),
                        Fixture::canaryUnseen),
                new Check(
                        "pid.canary-environ",
                        Layer.PROCESSES,
                        "Its environment cannot be read in the box.",
                        sharePid,
                        it -> List.of(Attempt.of("environ-hidden", it.canary().secret())),
                        Fixture::canaryUnseen),
                new Check(
                        "pid.canary-signal",
                        Layer.PROCESSES,
                        "It cannot be signalled from the box.",
                        sharePid,
                        it -> List.of(Attempt.of(
                                "unsignalled", it.canary().mark(), it.canary().pid())),
                        Fixture::canaryDead));
    }

    private static List<Check> network() {
        return List.of(
                new Check(
                        "net.loopback",
                        Layer.NETWORK,
                        "Servers on the host's loopback and behind its abstract sockets are out of reach.",
                        Set.of(Mutation.SHARE_NET),
                        it -> List.of(
                                Attempt.of(
                                        "unreachable", "127.0.0.1", it.servers().loopback()),
                                Attempt.of("no-abstract-socket", it.servers().abstractName()))),
                new Check(
                        "net.route",
                        Layer.NETWORK,
                        "There is no way out of the box but its gates.",
                        Set.of(Mutation.SHARE_NET),
                        _ -> List.of(Attempt.of("no-route", "9.9.9.9", "2620:fe::fe"))),
                new Check(
                        "egress.private",
                        Layer.EGRESS,
                        "The egress gate refuses loopback, private and link-local addresses, by number and by name.",
                        Set.of(Mutation.OPEN_EGRESS),
                        it -> HostileTargets.privateOnes(GatePorts.EGRESS, it.ranges())),
                new Check(
                        "egress.metadata",
                        Layer.EGRESS,
                        "The egress gate refuses the metadata services of clouds.",
                        Set.of(Mutation.OPEN_EGRESS),
                        it -> HostileTargets.metadata(GatePorts.EGRESS, it.ranges())),
                new Check(
                        "harness.internal",
                        Layer.HARNESS,
                        "The server's internal routes answer the turn.",
                        Set.of(Mutation.DEAF_HARNESS),
                        it -> List.of(harness(
                                "/api/internal/" + ProbePlan.INTERNAL_ROUTE,
                                200,
                                "",
                                it.servers().word()))),
                new Check(
                        "harness.other",
                        Layer.HARNESS,
                        "Every other route of the server is refused by the gate.",
                        Set.of(Mutation.OPEN_HARNESS),
                        _ -> Stream.of("/", "/api/bots", "/q/metrics")
                                .map(path -> harness(path, 403, "harness", ""))
                                .toList()),
                new Check(
                        "env.allow-list",
                        Layer.ENVIRONMENT,
                        "Of the server's environment the box has only what its allow-list names.",
                        Set.of(Mutation.ENV_ALL),
                        it -> List.of(environment(it))));
    }

    private static List<Check> kernel() {
        return List.of(new Check(
                "seccomp.filter",
                Layer.KERNEL,
                "System calls that only reach the kernel's attack surface are refused by an installed filter.",
                Set.of(Mutation.NO_SECCOMP),
                it -> List.of(
                        Attempt.of("filtered", OwnFilters.count()),
                        Attempt.of(
                                "calls-answer",
                                it.folders().program(),
                                it.folders().answers()))));
    }

    private static List<Check> broker() {
        return List.of(
                new Check(
                        "broker.key-env",
                        Layer.BROKER,
                        "The provider's key is nowhere in the box's environment.",
                        Set.of(Mutation.RAW_KEY),
                        it -> List.of(key("key-not-in-environment", it.key()))),
                new Check(
                        "broker.key-files",
                        Layer.BROKER,
                        "Nor is it in any file that the turn can write or was given.",
                        Set.of(Mutation.KEY_FILE),
                        it -> List.of(key(
                                "key-not-in-files",
                                it.key(),
                                MOST_BYTES,
                                LaunchPlan.FILES,
                                it.work(),
                                it.surroundings().home(),
                                "/run",
                                "/tmp"))),
                new Check(
                        "broker.base-url",
                        Layer.BROKER,
                        "The provider's base URL is the broker's.",
                        Set.of(Mutation.RAW_URL),
                        _ -> List.of(Attempt.of("variable", "ANTHROPIC_BASE_URL", BASE_URL))),
                new Check(
                        "broker.upstream",
                        Layer.BROKER,
                        "A call with the turn's token reaches the provider with the real key.",
                        Set.of(Mutation.DROP_KEY),
                        it -> List.of(broker(
                                TOKEN, FrontDesk.PROVIDER, 200, "", it.servers().word()))),
                new Check(
                        "broker.wrong-token",
                        Layer.BROKER,
                        "A token that the turn was not given opens nothing.",
                        Set.of(Mutation.ANY_TOKEN),
                        _ -> Stream.of(WRONG_TOKEN, "-")
                                .map(token -> broker(token, FrontDesk.PROVIDER, 401, "broker", ""))
                                .toList()),
                new Check(
                        "broker.other-grant",
                        Layer.BROKER,
                        "The turn's token does not open another provider.",
                        Set.of(Mutation.ANY_GRANT),
                        _ -> List.of(broker(TOKEN, "openai", 403, "broker", ""))));
    }

    private static List<Attempt> absent(Path... paths) {
        return Stream.of(paths).map(path -> Attempt.of("absent", path)).toList();
    }

    private static Attempt harness(String path, int status, String gate, String text) {
        return Attempt.of("answered", GatePorts.HARNESS, "GET", path, CAPABILITY, status, gate, text);
    }

    private static Attempt broker(String token, String grant, int status, String gate, String text) {
        String path = "/b/" + token + "/" + grant + "/" + MODELS;
        return Attempt.of("answered", GatePorts.BROKER, "GET", path, "", status, gate, text);
    }

    private static Attempt environment(Fixture fixture) {
        String own = "OMB_HARNESS_URL,OMB_HARNESS_TOKEN,OMB_BOT_ID,OMB_CONVERSATION_ID,OMB_TURN_ID,OMB_ASK_SOCKET";
        return new Attempt(
                "environment",
                Stream.concat(Stream.of(fixture.decoy(), own), fixture.decoys().keySet().stream())
                        .toList());
    }

    private static Attempt key(String verb, FixtureKey key, Object... more) {
        Stream<Object> words = Stream.concat(Stream.of(key.beginning(), key.length(), key.sha256()), Stream.of(more));
        return Attempt.of(verb, words.toArray());
    }
}
