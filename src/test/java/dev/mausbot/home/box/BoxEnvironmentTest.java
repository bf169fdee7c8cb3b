package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoxEnvironmentTest {
    private static final BoxEnvironment.Person PERSON =
            new BoxEnvironment.Person("/home/alice", "alice", "/usr/bin:/bin");

    private static BoxEnvironment planned(String name) {
        return BoxEnvironment.of(PERSON, true, Map.of(), Map.of(name, "v"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OMB_CLOUD_ROLE",
                "OMB_CLOUD_BOOTSTRAP_SECRET",
                "OMB_DATA_DIR",
                "OMB_PORT",
                "OMB_RUNTIME_DIR",
                "OPENMAUSBOT_TOKEN",
                "OPENMAUSBOT_URL",
                "LD_PRELOAD",
                "LD_LIBRARY_PATH",
                "LD_AUDIT",
                "GLIBC_TUNABLES",
                "NODE_OPTIONS",
                "NODE_PATH",
                "BASH_ENV",
                "ENV",
                "BASH_FUNC_ls%%",
                "PROMPT_COMMAND",
                "IFS",
                "PYTHONSTARTUP",
                "PYTHONPATH",
                "PERL5OPT",
                "PERL5LIB",
                "RUBYOPT",
                "JAVA_TOOL_OPTIONS",
                "GIT_SSH_COMMAND",
                "GIT_SSH",
                "GIT_CONFIG_COUNT",
                "GIT_EXEC_PATH",
                "GIT_TEMPLATE_DIR",
                "SSH_ASKPASS",
                "GITHUB_TOKEN",
                "FLY_API_TOKEN",
                "NPM_TOKEN",
                "AWS_SECRET_ACCESS_KEY"
            })
    void refusesWhateverAPlanOrAPersonPasses(String name) {
        assertThat(planned(name).variables()).doesNotContainValue("v");
        assertThat(planned(name).leftOut()).containsExactly(name);
        BoxEnvironment named =
                BoxEnvironment.of(PERSON, true, Map.of(), Map.of()).with(Map.of(name, "v"));
        assertThat(named.variables()).doesNotContainValue("v");
        assertThat(named.leftOut()).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"OMB_SIGNIN_SMTP_URL", "OMB_ANYTHING_NEW", "RANDOM_NEW_NAME", "SSH_AUTH_SOCK", "DISPLAY"})
    void keepsUnknownNamesOut(String name) {
        assertThat(planned(name).leftOut()).containsExactly(name);
        assertThat(BoxEnvironment.of(PERSON, true, Map.of(name, "v"), Map.of()).variables())
                .doesNotContainValue("v");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ANTHROPIC_API_KEY",
                "ANTHROPIC_BASE_URL",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
                "OPENAI_API_KEY",
                "QWEN_CODE_NO_RELAUNCH",
                "GEMINI_API_KEY",
                "GOOGLE_API_KEY",
                "DISABLE_AUTOUPDATER",
                "OMB_HARNESS_URL",
                "OMB_HARNESS_TOKEN",
                "OMB_BOT_ID",
                "OMB_CONVERSATION_ID",
                "OMB_TURN_ID",
                "OMB_ASK_SOCKET"
            })
    void letsAPlanSetWhatEnginesAndHelpersRead(String name) {
        assertThat(planned(name).variables()).containsEntry(name, "v");
    }

    @Test
    void takesOnlyLocaleAndTerminalFromTheServer() {
        Map<String, String> host = Map.of(
                "LANG",
                "de_DE.UTF-8",
                "LC_ALL",
                "C",
                "TZ",
                "Europe/Berlin",
                "TERM",
                "xterm",
                "HOME",
                "/root",
                "ANTHROPIC_API_KEY",
                "sk",
                "PATH",
                "/evil");
        assertThat(BoxEnvironment.of(PERSON, false, host, Map.of()).variables())
                .containsOnlyKeys("LANG", "LC_ALL", "TZ", "TERM", "HOME", "USER", "LOGNAME", "PATH", "SHELL", "TMPDIR")
                .containsEntry("HOME", "/home/alice")
                .containsEntry("PATH", "/usr/bin:/bin")
                .containsEntry("TMPDIR", "/tmp");
    }

    @Test
    void pointsEveryProgramAtTheGateAndKeepsLoopbackOutOfIt() {
        assertThat(BoxEnvironment.of(PERSON, true, Map.of(), Map.of()).variables())
                .containsEntry("HTTPS_PROXY", "http://127.0.0.1:3128")
                .containsEntry("http_proxy", "http://127.0.0.1:3128")
                .containsEntry("ALL_PROXY", "http://127.0.0.1:3128")
                .containsEntry("NODE_USE_ENV_PROXY", "1")
                .containsEntry("NO_PROXY", "127.0.0.1,localhost,::1")
                .containsEntry("no_proxy", "127.0.0.1,localhost,::1")
                .hasEntrySatisfying(
                        "GIT_SSH_COMMAND", command -> assertThat(command).contains("PROXY:127.0.0.1:%h:%p"));
    }

    @Test
    void aPlanCannotPointProgramsElsewhere() {
        BoxEnvironment environment =
                BoxEnvironment.of(PERSON, true, Map.of(), Map.of("HTTPS_PROXY", "http://evil", "HOME", "/evil"));
        assertThat(environment.variables())
                .containsEntry("HTTPS_PROXY", "http://127.0.0.1:3128")
                .containsEntry("HOME", "/home/alice");
        assertThat(environment.leftOut()).containsExactly("HOME", "HTTPS_PROXY");
    }
}
