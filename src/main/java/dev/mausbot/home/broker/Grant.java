package dev.mausbot.home.broker;

import dev.mausbot.home.boot.Secret;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What a token opens: one upstream with what it wants to be shown. Real keys are here and nowhere else. */
public sealed interface Grant {
    /** Names it in a box's addresses. */
    String id();

    /** Where it leads. */
    UpstreamUrl upstream();

    /** The headers that are added, by their names in lower case. */
    Map<String, Secret> headers();

    /**
     * What to ask the upstream for; empty if the grant does not reach that far.
     *
     * @param rest what the box asks for below the grant, without a slash before it; empty for the grant itself
     * @param query the box's, as it came
     */
    Optional<String> target(String method, String rest, Optional<String> query);

    /** The headers by their names in lower case, if all of them can be sent (RFC 9110 section 5). */
    private static Map<String, Secret> checked(Map<String, Secret> headers) {
        Map<String, Secret> lowerCase = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            boolean sendable = name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")
                    && value.reveal().chars().allMatch(c -> (c >= ' ' && c < 0x7f) || c == '\t');
            if (!sendable) {
                throw new IllegalArgumentException(
                        "a header that cannot be sent: " + name.replaceAll("\\p{Cntrl}", "?"));
            }
            lowerCase.put(name.toLowerCase(Locale.ROOT), value);
        });
        return Map.copyOf(lowerCase);
    }

    /** A provider's API. */
    record OfProvider(Provider provider, UpstreamUrl upstream, Map<String, Secret> headers) implements Grant {
        public OfProvider {
            Objects.requireNonNull(provider, "provider");
            Objects.requireNonNull(upstream, "upstream");
            headers = checked(headers);
        }

        /**
         * A grant for a provider with its keys.
         *
         * @param keys the real keys by the variables that hold them
         * @throws IllegalArgumentException if a key cannot stand in a header; the message does not show it
         */
        public static OfProvider of(Provider provider, UpstreamUrl upstream, Map<String, Secret> keys) {
            Map<String, Secret> headers = new LinkedHashMap<>();
            for (Provider.Key key : provider.keys()) {
                Optional.ofNullable(keys.get(key.variable()))
                        .ifPresent(secret -> headers.putIfAbsent(
                                key.form().header(), new Secret(key.form().value(secret.reveal()))));
            }
            return new OfProvider(provider, upstream, headers);
        }

        @Override
        public String id() {
            return provider.id();
        }

        @Override
        public Optional<String> target(String method, String rest, Optional<String> query) {
            return provider.api().allows(method, rest)
                    ? Optional.of(upstream.below(rest) + Queries.merged(upstream.query(), query))
                    : Optional.empty();
        }
    }

    /** An MCP server by its URL, and anything below that. */
    record OfMcpServer(String name, UpstreamUrl upstream, Map<String, Secret> headers) implements Grant {
        private static final Set<String> METHODS = Set.of("GET", "POST", "DELETE");

        /**
         * Makes one.
         *
         * @throws IllegalArgumentException if the name is none, or a header cannot be sent; no value is shown
         */
        public OfMcpServer {
            if (!name.matches("[a-z0-9][a-z0-9-]{0,31}")) {
                throw new IllegalArgumentException("not an MCP server's name: " + name);
            }
            Objects.requireNonNull(upstream, "upstream");
            headers = checked(headers);
        }

        @Override
        public String id() {
            return "mcp-" + name;
        }

        @Override
        public Optional<String> target(String method, String rest, Optional<String> query) {
            if (!METHODS.contains(method)) {
                return Optional.empty();
            }
            // The server's own address exactly as configured: some answer /mcp and know no /mcp/.
            String path = rest.isEmpty() ? upstream.itself() : upstream.below(rest);
            return Optional.of(path + Queries.merged(upstream.query(), query));
        }
    }
}
