package dev.mausbot.home.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * Claude Code, driven by its JSON lines ({@code --input-format stream-json}), tried with 2.1.197. Its prompt must come
 * through a pipe: from a file it reads nothing and exits with 0. The turn is over at its {@code result} line; the process
 * ends when its standard input does.
 */
final class ClaudeEngine implements Engine {
    static final String PROGRAM = "claude";
    private static final String INSTALL = "npm install -g @anthropic-ai/claude-code";

    /**
     * Nobody is there to answer a permission question in the middle of a turn, and what it may touch is decided by the
     * box and not by the model's client. As root it refuses this mode; no box runs as root.
     */
    private static final List<String> ARGUMENTS = List.of(
            "-p",
            "--input-format",
            "stream-json",
            "--output-format",
            "stream-json",
            "--verbose",
            "--include-partial-messages",
            "--permission-mode",
            "bypassPermissions");

    private static final Map<String, String> ALWAYS_SET =
            Map.of("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1", "DISABLE_AUTOUPDATER", "1");

    private static final List<String> KEYS =
            List.of("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN");

    private static final List<String> PASSED_ON = List.of(
            "ANTHROPIC_API_KEY",
            "ANTHROPIC_AUTH_TOKEN",
            "CLAUDE_CODE_OAUTH_TOKEN",
            "ANTHROPIC_BASE_URL",
            "ANTHROPIC_MODEL",
            "ANTHROPIC_SMALL_FAST_MODEL",
            "ANTHROPIC_DEFAULT_OPUS_MODEL",
            "ANTHROPIC_DEFAULT_SONNET_MODEL",
            "ANTHROPIC_DEFAULT_HAIKU_MODEL");

    private static final String LOGIN = ".claude/.credentials.json";

    /** The shape of a session id. One that came out of a box must not become another option on the command line. */
    static final Pattern SESSION = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@\\[\\]-]{0,127}");

    /** What npm leaves in the program's place when install scripts are off is a note of a few lines. */
    private static final long SMALLEST_PROGRAM = 4096;

    @Override
    public String id() {
        return "claude";
    }

    @Override
    public Planned plan(TurnRequest request) {
        String session = request.session().orElse(request.conversation());
        if (!SESSION.matcher(session).matches()) {
            return new Planned.Refused(
                    "Claude Code's session id must be a UUID, and this conversation's is not: start a"
                            + " new conversation");
        }
        if (request.model().filter(model -> !MODEL.matcher(model).matches()).isPresent()) {
            return new Planned.Refused(
                    "the bot's model is not a model's name: set one such as claude-sonnet-4-5, or none");
        }
        if (!loggedIn(request)) {
            return new Planned.Refused("Claude Code has no key: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN for the"
                    + " server, or log in with `claude` so that "
                    + request.home().resolve(LOGIN) + " is there");
        }
        try {
            return planFor(request, InstalledProgram.find(request.settings().getOrDefault("PATH", ""), PROGRAM));
        } catch (IOException unreadable) {
            return new Planned.Refused("Claude Code's program folder cannot be read (" + unreadable.getMessage()
                    + "): let the server's user read it, or install it again with `" + INSTALL + "`");
        }
    }

    private static Planned planFor(TurnRequest request, Optional<InstalledProgram> installed) throws IOException {
        if (installed.isEmpty()) {
            return new Planned.Refused(
                    "Claude Code is not installed: no `claude` in the server's PATH. Install it with `" + INSTALL
                            + "`");
        }
        InstalledProgram program = installed.get();
        if (program.file().endsWith("claude.exe") && Files.size(program.file()) < SMALLEST_PROGRAM) {
            return new Planned.Refused(
                    "Claude Code is installed without its native program (install scripts were off): run"
                            + " `node install.cjs` once in "
                            + program.needs().stream().findFirst().orElse(program.file()));
        }
        return new Planned.Ready(new LaunchPlan(
                command(program, request),
                environment(request.settings()),
                program.needs(),
                ClaudeServers.files(request.mcpServers()),
                prompt(request.message()),
                LaunchPlan.Input.KEPT_OPEN,
                Optional.of(interrupt())));
    }

    private static List<String> command(InstalledProgram program, TurnRequest request) {
        List<String> command = new ArrayList<>(List.of(program.file().toString()));
        command.addAll(ARGUMENTS);
        request.session()
                .ifPresentOrElse(
                        session -> command.addAll(List.of("--resume", session)),
                        () -> command.addAll(List.of("--session-id", request.conversation())));
        request.model().ifPresent(model -> command.addAll(List.of("--model", model)));
        if (!request.mcpServers().isEmpty()) {
            command.addAll(List.of("--mcp-config", ClaudeServers.PATH, "--strict-mcp-config"));
        }
        return command;
    }

    private static Map<String, String> environment(Map<String, String> settings) {
        Map<String, String> environment = new HashMap<>(ALWAYS_SET);
        environment.putAll(Settings.named(settings, PASSED_ON));
        return environment;
    }

    private static boolean loggedIn(TurnRequest request) {
        return !Settings.named(request.settings(), KEYS).isEmpty()
                || Files.isReadable(request.home().resolve(LOGIN));
    }

    private static String prompt(String message) {
        ObjectNode line = JsonNodeFactory.instance.objectNode().put("type", "user");
        line.putObject("message").put("role", "user").put("content", message);
        return line + "\n";
    }

    private static String interrupt() {
        ObjectNode line = JsonNodeFactory.instance
                .objectNode()
                .put("type", "control_request")
                .put("request_id", "interrupt");
        line.putObject("request").put("subtype", "interrupt");
        return line + "\n";
    }

    @Override
    public OutputDecoder decoder(TurnRequest request) {
        return new ClaudeDecoder();
    }
}
