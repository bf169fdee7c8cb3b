package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program that speaks the Agent Client Protocol on its standard input and output: a row of the ACP adapter.
 *
 * @param id the engine's id
 * @param name what its maker calls it
 * @param program the program's name in {@code PATH}
 * @param arguments what makes it speak the protocol
 * @param keys the variables of which one must be set, if it has no login
 * @param logins the files, below HOME, of which one must be there, if it has no key; none of both if it asks by itself
 * @param settings further variables that are passed on
 * @param alwaysSet variables that it always has
 * @param install how it is installed, in words
 * @param signIn how its own sign-in comes back to it
 * @param modelVariable the variable with its model, if it takes none by the protocol that it does not know already
 */
record AcpAgent(
        String id,
        String name,
        String program,
        List<String> arguments,
        List<String> keys,
        List<String> logins,
        List<String> settings,
        Map<String, String> alwaysSet,
        String install,
        LaunchPlan.Callback signIn,
        Optional<String> modelVariable) {

    /**
     * Those that need nothing but their command line and environment. None of them was tried with a real provider. Qwen
     * Code 0.24.4 was with one that stands in, and Gemini CLI 0.61.0 by hand; the others never.
     */
    static final List<AcpAgent> ALL = List.of(
            new AcpAgent(
                    "gemini",
                    "Gemini CLI",
                    "gemini",
                    List.of("--acp"),
                    List.of("GEMINI_API_KEY", "GOOGLE_API_KEY"),
                    List.of(".gemini/oauth_creds.json"),
                    List.of("GOOGLE_GEMINI_BASE_URL", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION", "GEMINI_MODEL"),
                    // Left to itself it starts itself once more, for a larger heap.
                    Map.of("GEMINI_TELEMETRY_ENABLED", "false", "GEMINI_CLI_NO_RELAUNCH", "true"),
                    "`npm install -g @google/gemini-cli`"),
            // Unless told, it lets a model decide what to ask the owner about, which costs a call of its own each time.
            new AcpAgent(
                    "qwen",
                    "Qwen Code",
                    "qwen",
                    List.of("--acp", "--approval-mode", "default"),
                    List.of("OPENAI_API_KEY"),
                    List.of(".qwen/oauth_creds.json"),
                    List.of("OPENAI_BASE_URL", "OPENAI_MODEL"),
                    Map.of("QWEN_CODE_NO_RELAUNCH", "true"),
                    "`npm install -g @qwen-code/qwen-code`",
                    LaunchPlan.Callback.NONE,
                    Optional.of("OPENAI_MODEL")),
            new AcpAgent(
                    "grok",
                    "Grok",
                    "grok",
                    List.of("agent", "stdio"),
                    List.of("XAI_API_KEY"),
                    List.of(".grok/auth.json"),
                    List.of(),
                    Map.of(),
                    "`curl -fsSL https://x.ai/cli/install.sh | bash`"),
            // It signs in by a callback on its own loopback. Its empty --uid is what its maker's entry in the
            // protocol's registry gives for Linux.
            new AcpAgent(
                    "antigravity",
                    "Google Antigravity",
                    "agy_acp_server.par",
                    List.of("--uid="),
                    List.of(),
                    List.of(),
                    List.of("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL"),
                    Map.of(),
                    "the archive that antigravity-acp names in https://github.com/agentclientprotocol/registry",
                    LaunchPlan.Callback.LOOPBACK,
                    Optional.empty()));

    /** One that waits for no callback and is told its model by the protocol. */
    AcpAgent(
            String id,
            String name,
            String program,
            List<String> arguments,
            List<String> keys,
            List<String> logins,
            List<String> settings,
            Map<String, String> alwaysSet,
            String install) {
        this(
                id,
                name,
                program,
                arguments,
                keys,
                logins,
                settings,
                alwaysSet,
                install,
                LaunchPlan.Callback.NONE,
                Optional.empty());
    }

    AcpAgent {
        arguments = List.copyOf(arguments);
        keys = List.copyOf(keys);
        logins = List.copyOf(logins);
        settings = List.copyOf(settings);
        alwaysSet = Map.copyOf(alwaysSet);
    }
}
