package dev.mausbot.home.launch;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.box.LaunchPlan.PlannedFile;
import dev.mausbot.home.broker.BoxGrants;
import dev.mausbot.home.broker.BrokerToken;
import dev.mausbot.home.broker.Grant;
import dev.mausbot.home.broker.McpGrants;
import dev.mausbot.home.broker.Provider;
import dev.mausbot.home.broker.Providers;
import dev.mausbot.home.broker.UpstreamUrl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Takes the real keys out of an order: every key variable of a provider that the broker knows becomes the box's token,
 * its base-URL variable becomes the broker's address, and the addresses that the plan's files leave open are filled in.
 */
sealed interface KeySwap {
    /** The order as its box may see it, and what fills in what its engine says later. */
    record Swapped(BoxOrder order, Filling filling) implements KeySwap {}

    /** It cannot be done; no key is shown. */
    record Refused(String reason) implements KeySwap {}

    /** The variables of a box's environment that hold a real key. */
    static List<String> rawKeys(Map<String, String> variables) {
        return variables.entrySet().stream()
                .filter(variable -> Providers.isRawKey(variable.getKey()) && !BrokerToken.isOne(variable.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Swaps.
     *
     * @param box what the box's tokens will open; filled in here
     * @param mcp the tokens for MCP servers
     */
    static KeySwap of(BoxOrder order, BoxGrants box, McpGrants mcp) {
        List<Grant.OfProvider> grants = new ArrayList<>();
        for (Provider provider : Providers.all()) {
            Map<String, Secret> keys = keys(provider, order);
            if (!keys.isEmpty()) {
                String base = order.environment().getOrDefault(provider.baseUrlVariable(), "");
                Optional<UpstreamUrl> upstream = UpstreamUrl.of(base.isBlank() ? provider.defaultBaseUrl() : base);
                if (upstream.isEmpty()) {
                    return new Refused(provider.baseUrlVariable()
                            + " is not a base URL: set it to http:// or https://, a host and a path, without a user's name,"
                            + " or do not set it");
                }
                try {
                    grants.add(Grant.OfProvider.of(provider, upstream.get(), keys));
                } catch (IllegalArgumentException unsendable) {
                    return new Refused("the key for " + provider.id()
                            + " cannot be sent in a header: store it again, without line ends in it");
                }
            }
        }
        Map<String, String> tokens = new HashMap<>();
        Map<String, String> environment = swap(order, grants, box, tokens);
        if (!order.mcpServers().isEmpty()) {
            BrokerToken token = mcp.bind(box, order.mcpServers());
            order.mcpServers().forEach(server -> tokens.put(server.id(), token.text()));
        }
        return fill(order, environment, new Filling(tokens));
    }

    private static KeySwap fill(BoxOrder order, Map<String, String> environment, Filling filling) {
        Map<String, String> filledEnvironment = new TreeMap<>();
        List<PlannedFile> filledFiles = new ArrayList<>();
        environment.forEach(
                (name, value) -> filling.fill(value).ifPresent(filled -> filledEnvironment.put(name, filled)));
        order.files()
                .forEach(file -> filling.fill(file.content())
                        .ifPresent(filled -> filledFiles.add(new PlannedFile(file.name(), filled))));
        if (filledEnvironment.size() < environment.size()
                || filledFiles.size() < order.files().size()) {
            return new Refused(
                    "the engine's plan names a provider or an MCP server that this turn has no grant for: store"
                            + " its key, or add the server in the MCP settings");
        }
        return new Swapped(order.with(filledEnvironment, filledFiles), filling);
    }

    private static Map<String, String> swap(
            BoxOrder order, List<Grant.OfProvider> grants, BoxGrants box, Map<String, String> tokens) {
        Map<String, String> environment = new TreeMap<>(order.environment());
        if (grants.isEmpty()) {
            return environment;
        }
        String token = box.issue(grants).text();
        for (Grant.OfProvider grant : grants) {
            tokens.put(grant.id(), token);
            environment.put(grant.provider().baseUrlVariable(), Filling.address(token, grant.id()));
            grant.provider().keys().forEach(key -> environment.computeIfPresent(key.variable(), (_, _) -> token));
        }
        return environment;
    }

    /** A provider's keys in a plan; none if the plan would not send them to the broker. */
    private static Map<String, Secret> keys(Provider provider, BoxOrder order) {
        Map<String, Secret> keys = new HashMap<>();
        boolean reached = switch (provider.how()) {
            case Provider.How.ByEnvironment _ -> true;
            case Provider.How.ByConfig _ -> namesBroker(order, provider.id());
        };
        for (Provider.Key key : provider.keys()) {
            String value = order.environment().getOrDefault(key.variable(), "").strip();
            if (reached && !value.isEmpty()) {
                keys.put(key.variable(), new Secret(value));
            }
        }
        return keys;
    }

    /** Whether a plan's own settings lead a provider's calls to the broker. A token sent elsewhere would open nothing. */
    private static boolean namesBroker(BoxOrder order, String provider) {
        Pattern address = Pattern.compile(
                Pattern.quote(Filling.BROKER + "-/" + provider) + "(?![a-z0-9-])|\\$\\{broker-url:" + provider + "}");
        return order.command().stream().anyMatch(word -> address.matcher(word).find())
                || order.files().stream()
                        .anyMatch(file -> address.matcher(file.content()).find());
    }
}
