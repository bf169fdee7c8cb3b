package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Codex, a process for a turn, tried with 0.171.0. Its own sandbox is off: inside a box it could not mount, and the box is the
 * boundary. Where the owner is to be asked it is {@code codex app-server}, a dialogue on its standard input and output, of which
 * the first line is the plan's prompt and the rest the decoder's. Else it is {@code codex exec}, which takes its prompt on
 * standard input, asks nothing, and can be interrupted by a signal only. Both go on with each other's threads.
 */
final class CodexEngine implements Engine {
    static final String PROGRAM = "codex";
    static final String INSTALL = "npm install -g @openai/codex";
    private static final String KEY = "OPENAI_API_KEY";
    private static final String LOGIN = ".codex/auth.json";
    private static final List<String> PASSED_ON =
            List.of(KEY, "OPENAI_BASE_URL", "OPENAI_ORGANIZATION", "OPENAI_PROJECT");

    private static final List<String> UNASKED =
            List.of("--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox");

    private static final List<String> ALWAYS = List.of("-c", "analytics.enabled=false");

    /** As a dialogue it colours what it says on standard error, wherever that goes. */
    private static final Map<String, String> PLAIN_ERRORS = Map.of("NO_COLOR", "1");

    /** It asks {@code <base_url>/responses}, so the broker's row for OpenAI has {@code /v1} in its upstream. */
    private static final List<String> BY_BROKER = List.of(
            "-c",
            "model_providers.omb={name=\"omb\",base_url=\"" + BrokerAddress.of("openai") + "\",env_key=\"" + KEY
                    + "\",wire_api=\"responses\"}",
            "-c",
            "model_provider=\"omb\"");

    /** The shape of a thread id. One that came out of a box must not become another option on the command line. */
    static final Pattern SESSION = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}");

    @Override
    public String id() {
        return "codex";
    }

    @Override
    public boolean asks() {
        return true;
    }

    @Override
    public Planned plan(TurnRequest request) {
        if (request.session().filter(id -> !SESSION.matcher(id).matches()).isPresent()) {
            return new Planned.Refused(
                    "Codex's session id must be a UUID, and this conversation's is not: start a new" + " conversation");
        }
        if (request.model().filter(model -> !MODEL.matcher(model).matches()).isPresent()) {
            return new Planned.Refused("the bot's model is not a model's name: set one such as gpt-5-codex, or none");
        }
        if (!hasKey(request) && !Files.isReadable(request.home().resolve(LOGIN))) {
            return new Planned.Refused(
                    "Codex has no key: set " + KEY + " for the server, or log in with `codex login` so" + " that "
                            + request.home().resolve(LOGIN) + " is there");
        }
        try {
            return planFor(request, InstalledProgram.find(request.settings().getOrDefault("PATH", ""), PROGRAM));
        } catch (IOException unreadable) {
            return new Planned.Refused("Codex's program folder cannot be read (" + unreadable.getMessage()
                    + "): let the server's user read it, or install it again with `" + INSTALL + "`");
        }
    }

    private static Planned planFor(TurnRequest request, Optional<InstalledProgram> installed) {
        if (installed.isEmpty()) {
            return new Planned.Refused(
                    "Codex is not installed: no `codex` in the server's PATH. Install it with `" + INSTALL + "`");
        }
        CodexServers servers = CodexServers.of(request.mcpServers());
        Map<String, String> environment = new HashMap<>(Settings.named(request.settings(), PASSED_ON));
        environment.putAll(servers.environment());
        boolean asks = request.oversight().asks();
        environment.putAll(asks ? PLAIN_ERRORS : Map.of());
        return new Planned.Ready(new LaunchPlan(
                asks ? dialogue(installed.get(), request, servers) : unasked(installed.get(), request, servers),
                environment,
                installed.get().needs(),
                servers.files(),
                asks ? CodexMessages.initialize() : request.message(),
                asks ? LaunchPlan.Input.KEPT_OPEN : LaunchPlan.Input.CLOSED_AFTER_PROMPT,
                Optional.empty()));
    }

    private static List<String> dialogue(InstalledProgram program, TurnRequest request, CodexServers servers) {
        List<String> command = new ArrayList<>(List.of(program.file().toString(), "app-server"));
        command.addAll(settings(request, servers));
        return command;
    }

    private static List<String> unasked(InstalledProgram program, TurnRequest request, CodexServers servers) {
        List<String> command = new ArrayList<>(List.of(program.file().toString(), "exec"));
        request.session().ifPresent(session -> command.add("resume"));
        command.addAll(UNASKED);
        command.addAll(settings(request, servers));
        request.model().ifPresent(model -> command.addAll(List.of("-m", model)));
        request.session().ifPresent(command::add);
        command.add("-");
        return command;
    }

    private static List<String> settings(TurnRequest request, CodexServers servers) {
        List<String> settings = new ArrayList<>(ALWAYS);
        settings.addAll(hasKey(request) ? BY_BROKER : List.of());
        settings.addAll(servers.arguments());
        return settings;
    }

    private static boolean hasKey(TurnRequest request) {
        return !Settings.named(request.settings(), List.of(KEY)).isEmpty();
    }

    @Override
    public OutputDecoder decoder(TurnRequest request) {
        return request.oversight().asks() ? new CodexAppDecoder(request) : new CodexDecoder();
    }
}
