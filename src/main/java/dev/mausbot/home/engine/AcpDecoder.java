package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The client's side of a turn in the Agent Client Protocol: initialize, a session (the conversation's, if the agent can
 * load it), its model, the prompt. The prompt's result ends the turn. What the agent asks for, it is told that the client
 * does not offer, but for permissions: those are the owner's to give, or, where the owner is not to be asked, given, as the
 * box decides what the agent may touch. What it replays of an older session is passed over.
 */
final class AcpDecoder implements OutputDecoder {
    private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,199}");

    private final AcpAgent row;
    private final String agent;
    private final TurnRequest request;
    private final ErrorTail errors = new ErrorTail();
    private final AcpUpdates updates = new AcpUpdates();
    private final AcpModel model = new AcpModel();
    private final AcpUsage usage = new AcpUsage();
    private final Outbox outbox = new Outbox();
    private List<McpServer> servers = List.of();
    private String session = "";
    private boolean loading;
    /** The id of the request that waits for its answer. */
    private int awaited = AcpMessages.INITIALIZE;

    private boolean finished;

    AcpDecoder(AcpAgent row, TurnRequest request) {
        this.row = row;
        this.agent = row.name();
        this.request = request;
    }

    @Override
    public List<TurnEvent> line(String line) {
        if (finished || line.isBlank()) {
            return List.of();
        }
        return JsonRpc.events(line, this::message);
    }

    private List<TurnEvent> message(ObjectNode message) {
        if (!message.path("method").isTextual()) {
            return answered(message);
        }
        JsonNode params = message.path("params");
        JsonNode id = message.path("id");
        return switch (text(message, "method")) {
            case "session/update" -> id.isMissingNode() ? update(params) : refuse(id);
            case "session/request_permission" -> id.isMissingNode() ? List.of() : permit(id, params);
            default -> id.isMissingNode() ? List.of() : refuse(id);
        };
    }

    @Override
    public List<TurnEvent> errorLine(String line) {
        return List.of(errors.shown(line));
    }

    @Override
    public List<TurnEvent> end(int exitCode) {
        if (finished) {
            return List.of();
        }
        finished = true;
        return List.of(errors.endedEarly(agent, exitCode));
    }

    @Override
    public List<String> replies() {
        return outbox.replies();
    }

    @Override
    public List<PermissionRequest> permissions() {
        return outbox.permissions();
    }

    @Override
    public Optional<String> interruptLine() {
        return awaited == AcpMessages.PROMPT ? Optional.of(AcpMessages.cancel(session)) : Optional.empty();
    }

    @Override
    public Optional<Duration> longestSilence() {
        return AcpPatience.with(row, awaited);
    }

    @Override
    public List<TurnEvent> silent() {
        return finished ? List.of() : failed(AcpPatience.over(row, awaited));
    }

    private List<TurnEvent> refuse(JsonNode id) {
        outbox.reply(JsonRpc.noSuchMethod(id));
        return List.of();
    }

    private List<TurnEvent> permit(JsonNode id, JsonNode params) {
        PermissionRequest.Replies answers = AcpMessages.permissions(id, params.path("options"));
        JsonNode call = params.path("toolCall");
        String kind = text(call, "kind");
        String said = call.toString();
        if (!request.oversight().asks()) {
            outbox.reply(answers.allowed());
        } else if (!ofThisTurn(params) || said.length() > PermissionRequest.LONGEST_INPUT || !call.isObject()) {
            // What cannot be shown whole cannot be allowed.
            outbox.reply(answers.denied("it cannot be shown"));
        } else {
            outbox.ask(new PermissionRequest(
                    Texts.cut(id.toString(), Texts.NAME),
                    kind.isBlank() ? "tool" : Texts.cut(kind, Texts.NAME),
                    said,
                    Texts.cut(text(call, "toolCallId"), Texts.NAME),
                    answers));
        }
        return ofThisTurn(params) ? updates.asked(call) : List.of();
    }

    private List<TurnEvent> update(JsonNode params) {
        JsonNode update = params.path("update");
        if (session.equals(text(params, "sessionId"))) {
            model.heard(update);
        }
        if (!ofThisTurn(params)) {
            return List.of();
        }
        usage.heard(update);
        return updates.read(update);
    }

    private boolean ofThisTurn(JsonNode params) {
        boolean replayed = params.path("_meta").path("isReplay").asBoolean(false)
                || params.path("update").path("_meta").path("isReplay").asBoolean(false);
        return awaited == AcpMessages.PROMPT && !replayed && session.equals(text(params, "sessionId"));
    }

    private List<TurnEvent> answered(ObjectNode answer) {
        if (!JsonRpc.answers(answer, awaited)) {
            return List.of();
        }
        JsonNode result = answer.path("result");
        Optional<String> error =
                answer.has("error") ? Optional.of(AcpMessages.words(answer.path("error"))) : Optional.empty();
        return switch (awaited) {
            case AcpMessages.INITIALIZE ->
                error.isPresent() ? failed("does not start: " + error.get()) : initialized(result);
            case AcpMessages.SESSION -> error.isPresent() ? withoutSession(error.get()) : inSession(result);
            case AcpMessages.MODEL -> error.isPresent() ? failed(notThatModel(error.get())) : modelSet(result);
            default -> error.isPresent() ? failed("reports: " + error.get()) : over(result);
        };
    }

    private List<TurnEvent> initialized(JsonNode result) {
        if (result.path("protocolVersion").asInt(0) != AcpMessages.VERSION) {
            return failed("does not speak version " + AcpMessages.VERSION
                    + " of the Agent Client Protocol: install a version of it that does");
        }
        JsonNode capabilities = result.path("agentCapabilities");
        List<TurnEvent> events = new ArrayList<>();
        servers = offered(capabilities.path("mcpCapabilities").path("http").asBoolean(false), events);
        awaited = AcpMessages.SESSION;
        loading = capabilities.path("loadSession").asBoolean(false)
                && request.session().isPresent();
        if (loading) {
            session = request.session().orElseThrow();
            outbox.reply(AcpMessages.loadSession(session, request.workFolder(), servers));
        } else {
            if (request.session().isPresent()) {
                events.add(
                        new Status(agent + " cannot load an earlier session: it does not remember this conversation"));
            }
            outbox.reply(AcpMessages.newSession(request.workFolder(), servers));
        }
        return events;
    }

    private List<McpServer> offered(boolean http, List<TurnEvent> events) {
        List<McpServer> offered = new ArrayList<>();
        for (McpServer server : request.mcpServers()) {
            if (http || server instanceof McpServer.Local) {
                offered.add(server);
            } else {
                events.add(new Status(agent + " takes no MCP server by its URL: it goes on without " + server.name()));
            }
        }
        return offered;
    }

    private List<TurnEvent> withoutSession(String error) {
        if (!loading) {
            return failed("starts no session: " + error);
        }
        loading = false;
        session = "";
        outbox.reply(AcpMessages.newSession(request.workFolder(), servers));
        return List.of(new Status(Texts.cut(
                agent + " cannot load this conversation's session and starts a new one: " + error, Texts.MESSAGE)));
    }

    private List<TurnEvent> inSession(JsonNode result) {
        String named = loading ? session : text(result, "sessionId");
        if (!SESSION.matcher(named).matches()) {
            return failed("gives no name to its session that can be used");
        }
        session = named;
        model.offered(result);
        Optional<String> wanted = row.modelVariable().isPresent() ? Optional.empty() : request.model();
        if (wanted.isPresent()) {
            awaited = AcpMessages.MODEL;
            outbox.reply(model.set(session, wanted.get()));
        } else {
            prompt();
        }
        return List.of(new Session(session));
    }

    private List<TurnEvent> modelSet(JsonNode result) {
        String wanted = request.model().orElse("");
        Optional<String> mismatch = model.mismatch(result, wanted);
        if (mismatch.isPresent()) {
            return failed(notThatModel(mismatch.get()));
        }
        prompt();
        return List.of();
    }

    private String notThatModel(String why) {
        return "does not use the model " + request.model().orElse("") + ": " + why
                + ". Set the bot to another model, or to none";
    }

    private void prompt() {
        awaited = AcpMessages.PROMPT;
        outbox.reply(AcpMessages.prompt(session, request.message()));
    }

    private List<TurnEvent> over(JsonNode result) {
        List<TurnEvent> events = new ArrayList<>(updates.rest());
        usage.inAll(result).ifPresent(events::add);
        finished = true;
        events.add(
                switch (text(result, "stopReason")) {
                    case "end_turn" -> new Finished(true, "");
                    case "cancelled" -> new Finished(false, "interrupted");
                    default ->
                        new Finished(
                                false,
                                agent + " stopped before it was done: "
                                        + Texts.cut(text(result, "stopReason"), Texts.NAME));
                });
        return events;
    }

    private List<TurnEvent> failed(String why) {
        finished = true;
        outbox.sayNothing();
        return List.of(new Finished(false, Texts.cut(agent + " " + why, Texts.MESSAGE)));
    }
}
