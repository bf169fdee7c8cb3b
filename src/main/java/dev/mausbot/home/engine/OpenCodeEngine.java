package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * OpenCode, one {@code opencode run} for a turn, tried with 1.18.33. The prompt comes on standard input. It has no way to be
 * interrupted but a signal.
 */
final class OpenCodeEngine implements Engine {
    static final String PROGRAM = "opencode";
    static final String INSTALL = "npm install -g opencode-ai";

    /** The shape of a session id. One that came out of a box must not become another option on the command line. */
    static final Pattern SESSION = Pattern.compile("ses_[A-Za-z0-9]{1,64}");

    /** What npm leaves in the program's place when install scripts are off is a note of a few lines. */
    private static final long SMALLEST_PROGRAM = 4096;

    @Override
    public String id() {
        return "opencode";
    }

    @Override
    public Planned plan(TurnRequest request) {
        if (request.session().filter(id -> !SESSION.matcher(id).matches()).isPresent()) {
            return new Planned.Refused(
                    "OpenCode's session id begins with ses_, and this conversation's does not: start a"
                            + " new conversation");
        }
        Optional<String> unfit = OpenCodeConfig.unfit(request);
        if (unfit.isPresent()) {
            return new Planned.Refused(unfit.get());
        }
        try {
            return planFor(request, InstalledProgram.find(request.settings().getOrDefault("PATH", ""), PROGRAM));
        } catch (IOException unreadable) {
            return new Planned.Refused("OpenCode's program folder cannot be read (" + unreadable.getMessage()
                    + "): let the server's user read it, or install it again with `" + INSTALL + "`");
        }
    }

    private static Planned planFor(TurnRequest request, Optional<InstalledProgram> installed) throws IOException {
        if (installed.isEmpty()) {
            return new Planned.Refused(
                    "OpenCode is not installed: no `opencode` in the server's PATH. Install it with `" + INSTALL + "`");
        }
        InstalledProgram program = installed.get();
        if (program.file().endsWith("opencode.exe") && Files.size(program.file()) < SMALLEST_PROGRAM) {
            return new Planned.Refused(
                    "OpenCode is installed without its native program (install scripts were off): run"
                            + " `node postinstall.mjs` once in "
                            + program.needs().stream().findFirst().orElse(program.file()));
        }
        List<String> command =
                new ArrayList<>(List.of(program.file().toString(), "run", "--format", "json", "--thinking"));
        // Only its log says that an MCP server did not connect.
        command.addAll(List.of("--print-logs", "--log-level", "WARN"));
        request.session().ifPresent(session -> command.addAll(List.of("--session", session)));
        request.model().ifPresent(model -> command.addAll(List.of("--model", model)));
        return new Planned.Ready(new LaunchPlan(
                command,
                OpenCodeConfig.environment(request),
                program.needs(),
                OpenCodeConfig.files(request, request.mcpServers()),
                request.message(),
                LaunchPlan.Input.CLOSED_AFTER_PROMPT,
                Optional.empty()));
    }

    @Override
    public OutputDecoder decoder(TurnRequest request) {
        return new OpenCodeDecoder();
    }
}
