package dev.mausbot.home.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.LaunchPlan.PlannedFile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What OpenCode is set up with for a turn: a configuration outside the work folder, which it reads after the owner's own,
 * and the variables that keep it from fetching things unasked. Documented at https://opencode.ai/docs/config and /docs/cli.
 */
final class OpenCodeConfig {
    private static final String NAME = "opencode.json";
    /** OpenCode's own hosted models; not a provider whose calls can be brokered. */
    private static final String OWN_KEY = "OPENCODE_API_KEY";

    private static final String LOGIN = ".local/share/opencode/auth.json";

    /**
     * A work folder's own settings are left alone: OpenCode writes into every {@code .opencode} that it finds, and ends or
     * hangs where it cannot. In a box those are read-only, and an empty one stands where there is none.
     */
    private static final Map<String, String> ALWAYS_SET = Map.of(
            "OPENCODE_CONFIG", LaunchPlan.FILES.resolve(NAME).toString(),
            "OPENCODE_DISABLE_AUTOUPDATE", "true",
            "OPENCODE_DISABLE_LSP_DOWNLOAD", "true",
            "OPENCODE_DISABLE_MODELS_FETCH", "true",
            "OPENCODE_DISABLE_PROJECT_CONFIG", "true",
            "OPENCODE_DISABLE_SHARE", "true",
            "NO_COLOR", "1");

    /** What a work folder says to any agent, the first that is there; without its settings OpenCode passes it over. */
    private static final List<String> INSTRUCTIONS = List.of("AGENTS.md", "CLAUDE.md");

    private static final Pattern MODEL = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}/[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}");

    private OpenCodeConfig() {}

    /** Why OpenCode cannot do what is asked, if so. */
    static Optional<String> unfit(TurnRequest request) {
        if (request.model().filter(model -> !MODEL.matcher(model).matches()).isPresent()) {
            return Optional.of("the bot's model is not one of OpenCode's names: set one such as"
                    + " anthropic/claude-sonnet-4-5 (the provider, a slash, the model), or none");
        }
        boolean login = Files.isReadable(request.home().resolve(LOGIN));
        if (!login && Settings.named(request.settings(), keys()).isEmpty()) {
            return Optional.of("OpenCode has no key: set one for the server (" + String.join(", ", keys())
                    + "), or log in with `opencode auth login` so that "
                    + request.home().resolve(LOGIN) + " is there");
        }
        return Optional.empty();
    }

    static Map<String, String> environment(TurnRequest request) {
        Map<String, String> environment = new HashMap<>(ALWAYS_SET);
        environment.putAll(Settings.named(request.settings(), keys()));
        environment.putAll(Settings.named(
                request.settings(),
                OpenCodeProvider.ALL.stream().map(OpenCodeProvider::baseUrl).toList()));
        return environment;
    }

    /** The configuration, with these servers in it. */
    static List<PlannedFile> files(TurnRequest request, List<McpServer> servers) {
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        config.put("$schema", "https://opencode.ai/config.json")
                .put("autoupdate", false)
                .put("share", "disabled")
                // Nobody is there to be asked, and what it may touch is decided by the box.
                .put("permission", "allow");
        INSTRUCTIONS.stream()
                .map(request.workFolder()::resolve)
                .filter(Files::isRegularFile)
                .findFirst()
                .ifPresent(file -> config.putArray("instructions").add(file.toString()));
        providers(config.putObject("provider"), request);
        if (!servers.isEmpty()) {
            ObjectNode list = config.putObject("mcp");
            servers.forEach(server -> server(list.putObject(server.name()), server));
        }
        return List.of(new PlannedFile(NAME, config.toString()));
    }

    private static void providers(ObjectNode list, TurnRequest request) {
        for (OpenCodeProvider provider : OpenCodeProvider.ALL) {
            if (Settings.named(request.settings(), List.of(provider.key())).isEmpty()) {
                continue;
            }
            ObjectNode entry = list.putObject(provider.id());
            entry.putObject("options")
                    .put("baseURL", BrokerAddress.of(provider.path()))
                    .put("apiKey", "{env:" + provider.key() + "}");
            // Its list of models is as old as its release: a model that is newer is to be had all the same.
            request.model()
                    .filter(model -> model.startsWith(provider.id() + "/"))
                    .map(model -> model.substring(provider.id().length() + 1))
                    .ifPresent(model -> entry.putObject("models").putObject(model));
        }
    }

    private static void server(ObjectNode entry, McpServer server) {
        switch (server) {
            // Its own sign-in cannot work: the broker takes no credentials from a box.
            case McpServer.Remote remote ->
                entry.put("type", "remote").put("url", remote.address()).put("oauth", false);
            case McpServer.Local local -> {
                local.command().forEach(entry.put("type", "local").putArray("command")::add);
                local.environment().forEach(entry.putObject("environment")::put);
            }
        }
    }

    private static List<String> keys() {
        List<String> keys = new ArrayList<>();
        OpenCodeProvider.ALL.forEach(provider -> keys.add(provider.key()));
        keys.add(OWN_KEY);
        return keys;
    }
}
