package dev.mausbot.home.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProvidersTest {
    @Test
    void hasRowsThatDoNotContradictEachOther() {
        List<String> ids = new ArrayList<>();
        List<String> variables = new ArrayList<>();
        for (Provider provider : Providers.all()) {
            ids.add(provider.id());
            provider.keys().forEach(key -> variables.add(key.variable()));
            variables.add(provider.baseUrlVariable());
            assertThat(UpstreamUrl.of(provider.defaultBaseUrl()))
                    .hasValueSatisfying(url -> assertThat(url.tls()).isTrue());
            assertThat(provider.id()).matches("(?!mcp-)[a-z0-9-]+");
        }
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(variables).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "ANTHROPIC, POST, v1/messages, true",
        "ANTHROPIC, POST, v1/messages/count_tokens, true",
        "ANTHROPIC, GET, v1/models, true",
        "ANTHROPIC, GET, v1/models/claude-sonnet-4-5, true",
        "ANTHROPIC, GET, v1/messages, false",
        "ANTHROPIC, POST, messages, false",
        "ANTHROPIC, POST, v1/messages/batches, false",
        "ANTHROPIC, GET, v1/files, false",
        "OPENAI, POST, responses, true",
        "OPENAI, POST, chat/completions, true",
        "OPENAI, POST, embeddings, true",
        "OPENAI, GET, responses/resp_1, false",
        "OPENAI, POST, responses/resp_1/cancel, false",
        "OPENAI, DELETE, responses/resp_1, false",
        "OPENAI, GET, chat/completions, false",
        "OPENAI, GET, chat/completions/c_1, false",
        "OPENAI, POST, threads, false",
        "OPENAI, POST, files, false",
        "OPENAI, POST, batches, false",
        "OPENAI, GET, organization/admin_api_keys, false",
        "OPENAI, POST, responsesx, false",
        "GEMINI, POST, v1beta/models/gemini-2.5-pro:generateContent, true",
        "GEMINI, POST, v1beta/models/gemini-2.5-pro:streamGenerateContent, true",
        "GEMINI, GET, v1beta/models, true",
        "GEMINI, POST, v1beta/models/gemini-2.5-pro:batchGenerateContent, false",
        "GEMINI, GET, v1beta/models/m:download, false",
        "GEMINI, GET, v1beta/models/m%3Adownload, false",
        "GEMINI, POST, v1beta/cachedContents, false",
        "GEMINI, GET, v1beta/files, false",
    })
    void allowsCallsThatReadNothingStored(Api api, String method, String path, boolean allowed) {
        assertThat(api.allows(method, path)).isEqualTo(allowed);
    }

    /** Each engine's programs read another place: what its adapter does not write stays raw. */
    @ParameterizedTest
    @CsvSource({
        "ANTHROPIC_API_KEY, anthropic, any",
        "ANTHROPIC_AUTH_TOKEN, anthropic, any",
        "OPENAI_API_KEY, openai, any",
        "CODEX_API_KEY, openai, any",
        "GEMINI_API_KEY, gemini, any",
        "GOOGLE_API_KEY, gemini, any",
        "GOOGLE_GENERATIVE_AI_API_KEY, gemini, any",
        "XAI_API_KEY, xai, opencode",
        "MISTRAL_API_KEY, mistral, opencode",
        "GROQ_API_KEY, groq, opencode",
        "CEREBRAS_API_KEY, cerebras, opencode",
        "OPENROUTER_API_KEY, openrouter, opencode",
        "MOONSHOT_API_KEY, moonshot, opencode",
        "KIMI_API_KEY, kimi, opencode",
        "MINIMAX_API_KEY, minimax, opencode",
        "DEEPSEEK_API_KEY, deepseek, opencode",
        "GREENFERENCE_API_KEY, none, none",
        "MODELGO_API_KEY, none, none",
        "CURSOR_API_KEY, none, none",
        "FACTORY_API_KEY, none, none",
        "CLINE_API_KEY, none, none",
        "OPENCODE_API_KEY, none, none",
    })
    void saysWithWhichEnginesAKeyStaysOutside(String variable, String id, String engines) {
        List<Provider> of = Providers.all().stream()
                .filter(provider ->
                        provider.keys().stream().anyMatch(key -> key.variable().equals(variable)))
                .toList();
        assertThat(of).extracting(Provider::id).isEqualTo(id.equals("none") ? List.of() : List.of(id));
        assertThat(of)
                .extracting(Provider::how)
                .allSatisfy(how -> assertThat(how)
                        .isEqualTo(
                                engines.equals("any")
                                        ? new Provider.How.ByEnvironment()
                                        : new Provider.How.ByConfig(Set.of(engines))));
        assertThat(Providers.isRawKey(variable)).as("named where it stays raw").isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CURSOR_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "XAI_API_KEY", "SOME_NEW_API_KEY", "A_SECRET"})
    void namesKeysThatGoInAsTheyAre(String variable) {
        assertThat(Providers.isRawKey(variable)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"OMB_HARNESS_TOKEN", "ANTHROPIC_MODEL", "OPENAI_BASE_URL", "CLAUDE_CODE_MAX_OUTPUT_TOKENS"})
    void doesNotTakeOthersForKeys(String variable) {
        assertThat(Providers.isRawKey(variable)).isFalse();
    }
}
