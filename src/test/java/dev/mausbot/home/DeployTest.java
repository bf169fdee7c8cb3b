package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Contract;
import dev.mausbot.home.boot.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is there for operators parses, and agrees with the program and with itself. */
class DeployTest {
    private static final String HEALTH = "/api/health";
    private static final int PORT = 8080;

    /** What a drain may take, and a little for the rest; every platform has to wait so long. */
    private static final Duration STOPPING = Duration.ofSeconds(30);

    /** What it takes to harden and to give that up, and what the supervisor keeps. */
    static final List<String> CAPABILITIES = List.of("SYS_ADMIN", "SETPCAP", "CHOWN", "SETUID", "SETGID", "KILL");

    @TempDir
    Path temp;

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(file));
    }

    private static JsonNode compose() throws IOException {
        return new YAMLMapper()
                .readTree(read("deploy/compose.yaml"))
                .path("services")
                .path("home");
    }

    private static JsonNode fly() throws IOException {
        return new TomlMapper().readTree(read("fly.toml"));
    }

    private static JsonNode kubernetes(String kind) throws IOException {
        YAMLMapper yaml = new YAMLMapper();
        try (var documents = yaml.readerFor(JsonNode.class).<JsonNode>readValues(read("deploy/kubernetes/home.yaml"))) {
            return documents.readAll().stream()
                    .filter(one -> one.path("kind").asText().equals(kind))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static JsonNode container() throws IOException {
        return kubernetes("StatefulSet").at("/spec/template/spec/containers/0");
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    /** The variables that the image sets. */
    private static Map<String, String> imageEnvironment() throws IOException {
        Map<String, String> variables = new TreeMap<>();
        String instruction = Pattern.compile("(?m)^ENV ((?:.*\\\\\\n)*.*)$")
                .matcher(read("Dockerfile.native"))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
        Pattern.compile("([A-Z_]+)=(\\S+)")
                .matcher(instruction)
                .results()
                .forEach(found -> variables.put(found.group(1), found.group(2)));
        return variables;
    }

    @Test
    void givesTheImageSettingsThatItCanStartWith() throws IOException {
        Map<String, String> environment = imageEnvironment();
        assertThat(environment).containsEntry("HOME", "/data").containsEntry("OMB_DATA_DIR", "/data/.openmausbot");
        // There is no /data here.
        environment.replaceAll((name, value) -> value.replaceFirst("^/data", temp.toString()));
        environment.putAll(Map.of(
                "OMB_CLOUD_ROLE", fly().at("/env/OMB_CLOUD_ROLE").asText(),
                "OMB_CLOUD_MACHINE_ID", "machine-1",
                "OMB_CLOUD_ADMIN_URL", "https://admin.example.org",
                "OMB_PUBLIC_URL", "https://home.example.org",
                "OMB_CLOUD_BOOTSTRAP_SECRET", "s".repeat(43)));

        assertThat(BootContract.read(environment, HostFacts.current()))
                .isInstanceOfSatisfying(
                        Contract.Valid.class,
                        valid -> assertThat(valid.contract().listen())
                                .isEqualTo(new BootContract.Listen("0.0.0.0", PORT)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Dockerfile.native",
                "fly.toml",
                "deploy/fly/README.md",
                "deploy/compose.yaml",
                "deploy/systemd/cloud-home.service",
                "deploy/kubernetes/home.yaml",
                "deploy/image/entry"
            })
    void namesOnlySettingsThatThereAre(String file) throws IOException {
        assertThat(Pattern.compile("OMB_[A-Z_]+").matcher(read(file)).results().map(MatchResult::group))
                .allMatch(BootContract::isSetting);
    }

    @Test
    void looksForHealthWhereItIs() throws IOException {
        assertThat(fly().at("/http_service/internal_port").asInt()).isEqualTo(PORT);
        assertThat(fly().at("/http_service/checks/0/path").asText()).isEqualTo(HEALTH);
        assertThat(fly().at("/checks/health/path").asText()).isEqualTo(HEALTH);
        assertThat(fly().at("/checks/health/port").asInt()).isEqualTo(PORT);
        assertThat(texts(compose().at("/healthcheck/test"))).contains("http://127.0.0.1:" + PORT + HEALTH);
        assertThat(texts(compose().path("ports"))).allMatch(port -> port.endsWith(":" + PORT));
        assertThat(container().at("/ports/0/containerPort").asInt()).isEqualTo(PORT);
        assertThat(Stream.of("startupProbe", "readinessProbe", "livenessProbe"))
                .allSatisfy(probe -> assertThat(
                                container().path(probe).at("/httpGet/path").asText())
                        .isEqualTo(HEALTH));
        assertThat(kubernetes("Service").at("/spec/ports/0/targetPort").asInt()).isEqualTo(PORT);
        assertThat(read("deploy/systemd/cloud-home.service")).contains("OMB_PORT=" + PORT);
        assertThat(read("Dockerfile.native")).contains("EXPOSE " + PORT);
    }

    @Test
    void putsTheVolumeWhereTheImageHasItsHome() throws IOException {
        String home = imageEnvironment().getOrDefault("HOME", "");
        assertThat(fly().at("/mounts/destination").asText()).isEqualTo(home);
        assertThat(texts(compose().path("volumes"))).containsExactly("data:" + home);
        assertThat(container().at("/volumeMounts/0/mountPath").asText()).isEqualTo(home);
    }

    @Test
    void waitsForADrain() throws IOException {
        String seconds = STOPPING.toSeconds() + "s";
        assertThat(fly().path("kill_signal").asText()).isEqualTo("SIGTERM");
        assertThat(fly().path("kill_timeout").asText()).isEqualTo(seconds);
        assertThat(compose().path("stop_grace_period").asText()).isEqualTo(seconds);
        assertThat(kubernetes("StatefulSet")
                        .at("/spec/template/spec/terminationGracePeriodSeconds")
                        .asLong())
                .isEqualTo(STOPPING.toSeconds());
        assertThat(read("deploy/systemd/cloud-home.service"))
                .contains("KillSignal=SIGTERM", "TimeoutStopSec=" + STOPPING.toSeconds());
        assertThat(read("Dockerfile.native")).contains("STOPSIGNAL SIGTERM");
    }

    @Test
    void givesWhatHardeningNeedsAndNoMore() throws IOException {
        assertThat(texts(compose().path("cap_drop"))).containsExactly("ALL");
        assertThat(texts(compose().path("cap_add"))).containsExactlyInAnyOrderElementsOf(CAPABILITIES);
        assertThat(texts(compose().path("security_opt"))).contains("systempaths=unconfined");
        JsonNode security = container().path("securityContext");
        assertThat(texts(security.at("/capabilities/drop"))).containsExactly("ALL");
        assertThat(texts(security.at("/capabilities/add"))).containsExactlyInAnyOrderElementsOf(CAPABILITIES);
        assertThat(security.path("procMount").asText()).isEqualTo("Unmasked");
        assertThat(kubernetes("StatefulSet").at("/spec/template/spec/hostUsers").asBoolean(true))
                .isFalse();
        // The mount is systemd's doing there.
        assertThat(read("deploy/systemd/cloud-home.service"))
                .contains("ProtectProc=invisible")
                .containsPattern("(?m)^CapabilityBoundingSet=CAP_CHOWN CAP_SETPCAP CAP_SETUID CAP_SETGID CAP_KILL$");
    }

    @Test
    void startsTheImageByItsEntry() throws IOException {
        assertThat(read("Dockerfile.native"))
                .contains("ENTRYPOINT [\"/app/entry\"]", "deploy/image/entry /app/entry", "chmod ug-s");
        assertThat(read("deploy/systemd/cloud-home.service")).contains("ExecStart=/app/entry");
        assertThat(Files.isExecutable(Path.of("deploy/image/entry"))).isTrue();
    }

    @Test
    void lendsTheBuildEverythingThatItCopies() throws IOException {
        List<String> lent = read(".dockerignore")
                .lines()
                .filter(line -> line.startsWith("!"))
                .map(line -> line.substring(1))
                .toList();
        List<String> copied = Pattern.compile("(?m)^COPY (?!--from)(?:--\\S+ )*(.+) \\S+$")
                .matcher(read("Dockerfile.native"))
                .results()
                .flatMap(found -> Stream.of(found.group(1).split(" ", -1)))
                .map(source -> source.replace("${BINARY}", "target/cloud-home"))
                .toList();

        assertThat(copied)
                .hasSizeGreaterThan(4)
                .allSatisfy(source ->
                        assertThat(lent).anyMatch(prefix -> source.equals(prefix) || source.startsWith(prefix + "/")));
    }

    /** Engines are tested in the versions that the image has. */
    @Test
    void pinsTheEnginesThatAreTested() throws IOException {
        List<String> tested = Pattern.compile("(?m)^readonly (?:claude|codex|opencode)='(.*)'$")
                .matcher(read("home"))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(tested).hasSize(3);
        assertThat(read("Dockerfile.native")).contains("ARG ENGINES=\"" + String.join(" ", tested) + "\"");
    }
}
