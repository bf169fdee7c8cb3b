package dev.mausbot.home.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A real engine, and a stand-in for its provider.
 *
 * @param settings what a server needs in its environment to have both
 */
public record StubbedEngine(StubProvider provider, Map<String, String> settings) implements AutoCloseable {
    /** Claude Code; skipped where there is none. */
    public static StubbedEngine claude(Path folder) throws IOException {
        String path = RealClients.pathOf("claude", "OMB_TEST_CLAUDE", "@anthropic-ai/claude-code", folder);
        StubProvider provider = new StubProvider();
        return with(path, provider, "ANTHROPIC", provider.url().toString());
    }

    /** Codex; skipped where there is none. */
    public static StubbedEngine codex(Path folder) throws IOException {
        String path = RealClients.pathOf("codex", "OMB_TEST_CODEX", "@openai/codex", folder);
        StubProvider provider = new StubProvider();
        return with(path, provider, "OPENAI", provider.url() + "/v1");
    }

    private static StubbedEngine with(String path, StubProvider provider, String prefix, String url) {
        return new StubbedEngine(
                provider,
                Map.of("PATH", path + ":/usr/bin:/bin", prefix + "_API_KEY", "stub-key", prefix + "_BASE_URL", url));
    }

    @Override
    public void close() {
        provider.close();
    }
}
