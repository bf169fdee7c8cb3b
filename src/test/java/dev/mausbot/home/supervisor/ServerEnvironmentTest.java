package dev.mausbot.home.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.Account;
import dev.mausbot.home.box.BoxEnvironment;
import dev.mausbot.home.broker.Providers;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerEnvironmentTest {
    private static ServerEnvironment of(Map<String, String> environment) {
        return ServerEnvironment.of(
                environment, new Account("maus", 999, 999, "/home/maus"), Path.of("/data"), BoxEnvironment::mayPass);
    }

    @Test
    void isAsTheServersUserHasIt() {
        assertThat(of(Map.of(
                        "HOME", "/root", "USER", "root", "PATH", "/data/bin:/bin", "SHELL", "/bin/zsh", "TZ", "UTC")))
                .isEqualTo(new ServerEnvironment(
                        Map.of(
                                "HOME", "/data",
                                "USER", "maus",
                                "LOGNAME", "maus",
                                "PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                                "OMB_SECRETS", "stdin",
                                "TZ", "UTC"),
                        Map.of(),
                        java.util.List.of()));
    }

    static Stream<String> secrets() {
        return Stream.concat(
                Stream.of("OMB_CLOUD_BOOTSTRAP_SECRET", "CLAUDE_CODE_OAUTH_TOKEN", "CURSOR_API_KEY"),
                Providers.all().stream()
                        .flatMap(provider -> Stream.concat(
                                Stream.of(provider.baseUrlVariable()),
                                provider.keys().stream().map(key -> key.variable()))));
    }

    /** Every key that the server looks for, and every address, which may hold one. */
    @ParameterizedTest
    @MethodSource("secrets")
    void putsSecretsIntoThePipeOnly(String name) {
        ServerEnvironment divided = of(Map.of(name, "hunter2"));

        assertThat(divided.secrets()).containsExactly(Map.entry(name, "hunter2"));
        assertThat(divided.variables()).doesNotContainKey(name).doesNotContainValue("hunter2");
        assertThat(divided.leftOut()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"OMB_PORT", "OMB_CLOUD_ROLE", "OMB_CLOUD_HARDEN", "FLY_APP_NAME", "LC_ALL"})
    void letsTheServerSeeItsSettings(String name) {
        assertThat(of(Map.of(name, "1")).variables()).containsEntry(name, "1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LD_PRELOAD",
                "JAVA_TOOL_OPTIONS",
                "NODE_OPTIONS",
                "FLY_API_TOKEN",
                "GITHUB_TOKEN",
                "AWS_SECRET_ACCESS_KEY",
                "BASH_ENV",
                "http_proxy",
                "OMB_TEST_APP",
                "QUARKUS_HTTP_PORT"
            })
    void leavesOutWhatNobodyListedAndNamesIt(String name) {
        ServerEnvironment divided = of(Map.of(name, "hunter2"));

        assertThat(divided.leftOut()).containsExactly(name);
        assertThat(divided.variables()).doesNotContainKey(name);
        assertThat(divided.secrets()).isEmpty();
    }

    @Test
    void isNotToldByOthersWhereSecretsComeFrom() {
        assertThat(of(Map.of("OMB_SECRETS", "/tmp/x")).variables()).containsEntry("OMB_SECRETS", "stdin");
    }

    /** No variable can stand in for it: a name in an environment ends at its first {@code =}. */
    @Test
    void tellsThroughThePipeAloneWhatTheSupervisorIs() {
        ServerEnvironment told = of(Map.of("supervisor", "forged")).from("Uid:\t0");
        assertThat(told.secrets()).containsExactly(Map.entry("supervisor=", "Uid:\t0"));
        assertThat(told.variables()).doesNotContainValue("Uid:\t0").doesNotContainValue("forged");
    }
}
