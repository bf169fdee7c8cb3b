package dev.mausbot.home.broker;

import static dev.mausbot.home.broker.CredentialForm.BEARER;
import static dev.mausbot.home.broker.CredentialForm.X_API_KEY;
import static dev.mausbot.home.broker.CredentialForm.X_GOOG_API_KEY;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The providers whose keys can stay outside of boxes, and the keys that cannot. One more provider is one more row. */
public final class Providers {
    private static final Provider.How BY_ENVIRONMENT = new Provider.How.ByEnvironment();
    private static final Provider.How BY_OPENCODE = new Provider.How.ByConfig(Set.of("opencode"));

    private static final List<Provider> ALL = List.of(
            new Provider(
                    "anthropic",
                    "https://api.anthropic.com",
                    List.of(
                            new Provider.Key("ANTHROPIC_API_KEY", X_API_KEY),
                            new Provider.Key("ANTHROPIC_AUTH_TOKEN", BEARER)),
                    "ANTHROPIC_BASE_URL",
                    Api.ANTHROPIC,
                    BY_ENVIRONMENT),
            // Codex reads the address from its -c options and only the key from the environment.
            new Provider(
                    "openai",
                    "https://api.openai.com/v1",
                    List.of(new Provider.Key("OPENAI_API_KEY", BEARER), new Provider.Key("CODEX_API_KEY", BEARER)),
                    "OPENAI_BASE_URL",
                    Api.OPENAI,
                    BY_ENVIRONMENT),
            new Provider(
                    "gemini",
                    "https://generativelanguage.googleapis.com",
                    List.of(
                            new Provider.Key("GEMINI_API_KEY", X_GOOG_API_KEY),
                            new Provider.Key("GOOGLE_API_KEY", X_GOOG_API_KEY),
                            new Provider.Key("GOOGLE_GENERATIVE_AI_API_KEY", X_GOOG_API_KEY)),
                    "GOOGLE_GEMINI_BASE_URL",
                    Api.GEMINI,
                    BY_ENVIRONMENT),
            likeOpenAi("xai", "https://api.x.ai/v1", "XAI"),
            likeOpenAi("mistral", "https://api.mistral.ai/v1", "MISTRAL"),
            likeOpenAi("groq", "https://api.groq.com/openai/v1", "GROQ"),
            likeOpenAi("cerebras", "https://api.cerebras.ai/v1", "CEREBRAS"),
            likeOpenAi("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER"),
            likeOpenAi("moonshot", "https://api.moonshot.ai/v1", "MOONSHOT"),
            likeOpenAi("kimi", "https://api.kimi.com/coding/v1", "KIMI"),
            // OpenCode speaks Anthropic's words to it.
            new Provider(
                    "minimax",
                    "https://api.minimax.io/anthropic",
                    List.of(new Provider.Key("MINIMAX_API_KEY", X_API_KEY)),
                    "MINIMAX_BASE_URL",
                    Api.ANTHROPIC,
                    BY_OPENCODE),
            likeOpenAi("deepseek", "https://api.deepseek.com/v1", "DEEPSEEK"));

    /** Their programs take no address from outside, or sign in by themselves. They stay raw and are named. */
    private static final Set<String> UNBROKERED = Set.of(
            "CLAUDE_CODE_OAUTH_TOKEN",
            "CLINE_API_KEY",
            "CURSOR_API_KEY",
            "FACTORY_API_KEY",
            "GREENFERENCE_API_KEY",
            "GROK_API_KEY",
            "MODELGO_API_KEY",
            "OPENCODE_API_KEY");

    /** So that a key which nobody has put into a table yet is named as well. */
    private static final Pattern LOOKS_LIKE_A_KEY =
            Pattern.compile("(?!OMB_)[A-Z0-9_]*(API_KEY|_TOKEN|_SECRET|_PASSWORD)");

    private Providers() {}

    private static Provider likeOpenAi(String id, String base, String prefix) {
        return new Provider(
                id,
                base,
                List.of(new Provider.Key(prefix + "_API_KEY", BEARER)),
                prefix + "_BASE_URL",
                Api.OPENAI,
                BY_OPENCODE);
    }

    /** Every provider whose key can stay outside. */
    public static List<Provider> all() {
        return ALL;
    }

    /** The provider of that id. */
    public static Optional<Provider> byId(String id) {
        return ALL.stream().filter(provider -> provider.id().equals(id)).findFirst();
    }

    /** Whether a variable that goes into a box as it is holds a key, by the table or by its name. */
    public static boolean isRawKey(String variable) {
        return UNBROKERED.contains(variable)
                || LOOKS_LIKE_A_KEY.matcher(variable).matches();
    }
}
