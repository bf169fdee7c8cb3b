package dev.mausbot.home.engine;

import java.util.List;

/**
 * A provider that OpenCode is told to reach through the broker.
 *
 * @param id how OpenCode and its models' names call it ({@code anthropic/claude-sonnet-4-5})
 * @param key the variable with its key
 * @param baseUrl the variable with the address that the broker is to reach it at, if not its usual one
 * @param path the broker's grant, and below it what OpenCode's client for the provider takes as its base: it appends
 *     {@code /messages}, {@code /responses}, {@code /chat/completions} or {@code /models/…} to it
 */
record OpenCodeProvider(String id, String key, String baseUrl, String path) {
    static final List<OpenCodeProvider> ALL = List.of(
            new OpenCodeProvider("anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "anthropic/v1"),
            new OpenCodeProvider("openai", "OPENAI_API_KEY", "OPENAI_BASE_URL", "openai"),
            new OpenCodeProvider("google", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "gemini/v1beta"),
            new OpenCodeProvider("openrouter", "OPENROUTER_API_KEY", "OPENROUTER_BASE_URL", "openrouter"),
            new OpenCodeProvider("xai", "XAI_API_KEY", "XAI_BASE_URL", "xai"),
            new OpenCodeProvider("mistral", "MISTRAL_API_KEY", "MISTRAL_BASE_URL", "mistral"),
            new OpenCodeProvider("groq", "GROQ_API_KEY", "GROQ_BASE_URL", "groq"),
            new OpenCodeProvider("cerebras", "CEREBRAS_API_KEY", "CEREBRAS_BASE_URL", "cerebras"),
            new OpenCodeProvider("moonshotai", "MOONSHOT_API_KEY", "MOONSHOT_BASE_URL", "moonshot"),
            new OpenCodeProvider("kimi-code-plan-cn", "KIMI_API_KEY", "KIMI_BASE_URL", "kimi"),
            new OpenCodeProvider("minimax", "MINIMAX_API_KEY", "MINIMAX_BASE_URL", "minimax/v1"),
            new OpenCodeProvider("deepseek", "DEEPSEEK_API_KEY", "DEEPSEEK_BASE_URL", "deepseek"));
}
