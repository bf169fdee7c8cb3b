package dev.mausbot.home.turn;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.McpServer;
import dev.mausbot.home.engine.OutputDecoder;
import dev.mausbot.home.engine.Planned;
import dev.mausbot.home.engine.TurnEvent;
import dev.mausbot.home.engine.TurnRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The message is a bash script. A printed line {@code text:…}, {@code session:…}, {@code mcp-failed:…}, {@code done:…} or
 * {@code fail:…} is that event, {@code ask:…} is answered with the same on standard input, any other is output.
 * After {@code patience:MILLISECONDS} it may be silent for so long.
 * {@code $SESSION} is the session that was given back, {@code $SERVERS} the names of the MCP servers. A message that begins
 * with {@code refuse:}
 * or {@code no-launch} is refused by the engine, or by the launcher.
 */
final class ScriptEngine implements Engine {
    private final LaunchPlan.Input input;

    ScriptEngine(LaunchPlan.Input input) {
        this.input = input;
    }

    @Override
    public String id() {
        return input == LaunchPlan.Input.KEPT_OPEN ? "script-open" : "script";
    }

    @Override
    public Planned plan(TurnRequest request) {
        if (request.message().startsWith("refuse:")) {
            return new Planned.Refused(request.message().substring("refuse:".length()));
        }
        boolean noLaunch = request.message().startsWith("no-launch");
        boolean open = input == LaunchPlan.Input.KEPT_OPEN;
        List<String> command = open ? List.of("/bin/bash", "-c", request.message()) : List.of("/bin/bash");
        return new Planned.Ready(new LaunchPlan(
                noLaunch ? List.of("no-launch") : command,
                Map.of(
                        "SESSION",
                        request.session().orElse("none"),
                        "OPENAI_API_KEY",
                        request.settings().getOrDefault("OPENAI_API_KEY", ""),
                        "SERVERS",
                        request.mcpServers().stream().map(McpServer::name).collect(Collectors.joining(","))),
                List.of(),
                List.of(),
                open ? "" : request.message(),
                input,
                Optional.empty()));
    }

    @Override
    public OutputDecoder decoder(TurnRequest request) {
        return new Decoder();
    }

    private static final class Decoder implements OutputDecoder {
        private final List<String> replies = new ArrayList<>();
        private boolean finished;
        private Optional<Duration> longestSilence = Optional.empty();

        @Override
        public List<String> replies() {
            List<String> taken = List.copyOf(replies);
            replies.clear();
            return taken;
        }

        @Override
        public List<TurnEvent> line(String line) {
            String rest = line.substring(line.indexOf(':') + 1);
            if (line.startsWith("ask:")) {
                replies.add(rest + "\n");
                return List.of();
            }
            if (line.startsWith("patience:")) {
                longestSilence = Optional.of(Duration.ofMillis(Long.parseLong(rest)));
                return List.of();
            }
            if (line.startsWith("text:")) {
                return List.of(new TurnEvent.Text(rest));
            }
            if (line.startsWith("mcp-failed:")) {
                return List.of(new TurnEvent.McpServerFailed(rest));
            }
            if (line.startsWith("session:")) {
                return List.of(new TurnEvent.Session(rest));
            }
            if (line.startsWith("done:") || line.startsWith("fail:")) {
                finished = true;
                return List.of(new TurnEvent.Finished(line.startsWith("done:"), rest));
            }
            return List.of(new TurnEvent.Output(TurnEvent.Stream.OUT, line));
        }

        @Override
        public Optional<Duration> longestSilence() {
            return longestSilence;
        }

        @Override
        public List<TurnEvent> silent() {
            finished = true;
            return List.of(new TurnEvent.Finished(false, "it says nothing"));
        }

        @Override
        public List<TurnEvent> errorLine(String line) {
            return List.of(new TurnEvent.Output(TurnEvent.Stream.ERR, line));
        }

        @Override
        public List<TurnEvent> end(int exitCode) {
            if (finished) {
                return List.of();
            }
            return List.of(new TurnEvent.Finished(exitCode == 0, exitCode == 0 ? "" : "exit code " + exitCode));
        }
    }
}
