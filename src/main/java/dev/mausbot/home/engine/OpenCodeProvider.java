package dev.mausbot.home.engine;

import java.util.List;

/**
 * A provider that OpenCode is told to reach through the broker.
 *
 * @param id how OpenCode and its models' names call it ({@code anthropic/claude-sonnet-4-5})
 * @param key the variable with its key
 * @param path the broker's grant, and below it what OpenCode's client for the provider takes as its base: it appends
 *     {@code /messages}, {@code /responses}, {@code /chat/completions} or {@code /models/…} to it
 */
record OpenCodeProvider(String id, String key, String path) {
    static final List<OpenCodeProvider> ALL = List.of(
            new OpenCodeProvider("anthropic", "ANTHROPIC_API_KEY", "anthropic/v1"),
            new OpenCodeProvider("openai", "OPENAI_API_KEY", "openai"),
            new OpenCodeProvider("google", "GEMINI_API_KEY", "gemini/v1beta"),
            new OpenCodeProvider("openrouter", "OPENROUTER_API_KEY", "openrouter"),
            new OpenCodeProvider("xai", "XAI_API_KEY", "xai"),
            new OpenCodeProvider("mistral", "MISTRAL_API_KEY", "mistral"),
            new OpenCodeProvider("groq", "GROQ_API_KEY", "groq"),
            new OpenCodeProvider("cerebras", "CEREBRAS_API_KEY", "cerebras"),
            new OpenCodeProvider("moonshotai", "MOONSHOT_API_KEY", "moonshot"));
}
