package dev.mausbot.home.broker;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What of a provider's API a box may call, below the provider's base URL. Only calls whose answer depends on nothing but
 * the call: what a provider stores (files, batches, responses, threads, caches) belongs to all bots that share a key, and
 * one of them would read another's there.
 */
public enum Api {
    /** Its base URL is without a version; clients append {@code /v1/messages}. */
    ANTHROPIC(
            "GET v1/models",
            "GET v1/models/*",
            "POST v1/messages",
            "POST v1/messages/count_tokens",
            "POST v1/complete"),

    /** And all that speak like it. The base URL ends with the version; clients append {@code /responses}. */
    OPENAI(
            "GET models",
            "GET models/*",
            "GET models/*/*",
            "POST chat/completions",
            "POST completions",
            "POST embeddings",
            "POST responses",
            "POST responses/compact",
            "POST responses/input_tokens"),

    /** Its base URL is without a version. */
    GEMINI(Stream.of("v1", "v1beta", "v1alpha")
            .flatMap(version -> Stream.of(
                    "GET " + version + "/models",
                    "GET " + version + "/models/*",
                    "POST " + version + "/models/*:generateContent",
                    "POST " + version + "/models/*:streamGenerateContent",
                    "POST " + version + "/models/*:countTokens",
                    "POST " + version + "/models/*:embedContent",
                    "POST " + version + "/models/*:batchEmbedContents"))
            .toArray(String[]::new));

    /** What a star stands for. Never a colon (a Google method) or a percent sign (which a server may decode to one). */
    private interface Star {
        String NAME = "[A-Za-z0-9._~@-]+";
    }

    @SuppressWarnings("ImmutableEnumChecker") // Map.copyOf cannot be changed
    private final Map<String, Pattern> paths;

    Api(String... calls) {
        Map<String, List<String>> byMethod = Stream.of(calls)
                .map(call -> call.split(" ", 2))
                .collect(Collectors.groupingBy(
                        call -> call[0], Collectors.mapping(call -> pattern(call[1]), Collectors.toList())));
        this.paths = byMethod.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> Pattern.compile(String.join("|", entry.getValue()))));
    }

    private static String pattern(String path) {
        return Stream.of(path.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(Star.NAME));
    }

    /**
     * Whether a call is one of these.
     *
     * @param path below the base URL, without a slash before it
     */
    boolean allows(String method, String path) {
        Pattern allowed = paths.get(method);
        return allowed != null && allowed.matcher(path).matches();
    }
}
