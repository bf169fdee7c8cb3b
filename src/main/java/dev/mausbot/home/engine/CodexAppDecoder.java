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

/**
 * The client's side of a turn with {@code codex app-server}: initialize, a thread (the conversation's, if there is one), the
 * message. What it asks while it works goes to the owner. The turn is over when it says so, and its process when its standard
 * input is closed.
 */
final class CodexAppDecoder implements OutputDecoder {
    /** For an answer that needs no model: it takes less than 1 s on a quiet machine. */
    private static final Duration TO_ANSWER = Duration.ofMinutes(1);

    /** For a thread, which may have to be read from the disk. */
    private static final Duration TO_BEGIN = Duration.ofMinutes(2);

    private final TurnRequest request;
    private final ErrorTail errors = new ErrorTail();
    private final FailedServers failedServers = new FailedServers(CodexDecoder.FAILED_SERVER);
    private final CodexItems items = new CodexItems();
    private final CodexQuestions questions = new CodexQuestions();
    private final CodexUsage usage = new CodexUsage();
    private final Outbox outbox = new Outbox();
    private boolean resuming;
    private String thread = "";
    /** Empty until it has begun. */
    private String turn = "";
    /** The id of the request that waits for its answer. */
    private int awaited = CodexMessages.INITIALIZE;

    private boolean finished;

    CodexAppDecoder(TurnRequest request) {
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
        JsonNode id = message.path("id");
        String method = text(message, "method");
        if (!message.path("method").isTextual()) {
            return JsonRpc.answers(message, awaited) && turn.isEmpty() ? answered(message) : List.of();
        }
        if (id.isMissingNode()) {
            return told(method, message.path("params"));
        }
        switch (questions.take(method, id, message.path("params"), running())) {
            case CodexQuestions.Taken.ToOwner(PermissionRequest asked) -> outbox.ask(asked);
            case CodexQuestions.Taken.Answered(String reply) -> outbox.reply(reply);
        }
        return List.of();
    }

    private boolean running() {
        return !turn.isEmpty() && !finished;
    }

    @Override
    public List<TurnEvent> errorLine(String line) {
        return failedServers.in(line, errors);
    }

    @Override
    public List<TurnEvent> end(int exitCode) {
        if (finished) {
            return List.of();
        }
        finished = true;
        return List.of(errors.endedEarly("Codex", exitCode));
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
        return running() ? Optional.of(CodexMessages.interrupt(thread, turn)) : Optional.empty();
    }

    @Override
    public Optional<Duration> longestSilence() {
        return running() ? Optional.empty() : Optional.of(awaited == CodexMessages.THREAD ? TO_BEGIN : TO_ANSWER);
    }

    @Override
    public List<TurnEvent> silent() {
        String asked = switch (awaited) {
            case CodexMessages.INITIALIZE -> "to initialize";
            case CodexMessages.THREAD -> "for a thread";
            default -> "to begin its turn";
        };
        return finished
                ? List.of()
                : failed("was asked " + asked + " and said nothing for "
                        + longestSilence().orElse(Duration.ZERO).toSeconds()
                        + " s: try again; if it stays so, install it anew with `" + CodexEngine.INSTALL + "`");
    }

    private List<TurnEvent> answered(ObjectNode answer) {
        JsonNode result = answer.path("result");
        Optional<String> error =
                answer.has("error") ? Optional.of(text(answer.path("error"), "message")) : Optional.empty();
        return switch (awaited) {
            case CodexMessages.INITIALIZE ->
                error.map(why -> failed("does not start: " + why)).orElseGet(this::initialized);
            case CodexMessages.THREAD -> error.map(this::withoutThread).orElseGet(() -> inThread(result));
            default ->
                error.map(why -> failed("does not begin its turn: " + why)).orElseGet(() -> begun(result));
        };
    }

    private List<TurnEvent> initialized() {
        awaited = CodexMessages.THREAD;
        outbox.reply(CodexMessages.initialized());
        Optional<String> earlier = request.session();
        resuming = earlier.isPresent();
        outbox.reply(earlier.map(session -> CodexMessages.resumeThread(session, request))
                .orElseGet(() -> CodexMessages.startThread(request)));
        return List.of();
    }

    private List<TurnEvent> withoutThread(String error) {
        if (!resuming) {
            return failed("starts no thread: " + error);
        }
        resuming = false;
        outbox.reply(CodexMessages.startThread(request));
        return List.of(new Status(Texts.cut(
                "Codex cannot go on with this conversation's thread and starts a new one: " + error, Texts.MESSAGE)));
    }

    private List<TurnEvent> inThread(JsonNode result) {
        String named = text(result.path("thread"), "id");
        if (!CodexMessages.ID.matcher(named).matches()) {
            return failed("gives no name to its thread that can be used");
        }
        Optional<String> disobeys = disobeys(result);
        if (disobeys.isPresent()) {
            return failed(disobeys.get());
        }
        thread = named;
        awaited = CodexMessages.TURN;
        outbox.reply(CodexMessages.startTurn(thread, request.message()));
        return List.of(new Session(thread));
    }

    /** A bot that is set to ask must not run because some setting of Codex's own says otherwise. */
    private Optional<String> disobeys(JsonNode result) {
        JsonNode policy = result.path("approvalPolicy");
        String reviewer = text(result, "approvalsReviewer");
        String model = text(result, "model");
        if (!policy.asText().equals(CodexMessages.POLICY) || !reviewer.equals(CodexMessages.REVIEWER)) {
            return Optional.of("does not ask as it was told to: its approval policy is "
                    + Texts.cut(JsonLines.bounded(policy), Texts.NAME) + " and its reviewer "
                    + Texts.cut(reviewer, Texts.NAME)
                    + ". Take that out of its configuration, or set the bot's approvals to FULL");
        }
        return request.model()
                .filter(wanted -> !wanted.equals(model))
                .map(wanted -> "does not use the model " + wanted + " but " + Texts.cut(model, Texts.NAME)
                        + ". Set the bot to another model, or to none");
    }

    private List<TurnEvent> begun(JsonNode result) {
        String named = text(result.path("turn"), "id");
        if (!CodexMessages.ID.matcher(named).matches()) {
            return failed("gives no name to its turn that can be used");
        }
        turn = named;
        return List.of();
    }

    /** What an agent that it started itself tells is not shown, but for what that asks. */
    private List<TurnEvent> told(String method, JsonNode params) {
        switch (method) {
            case "item/started" -> questions.begun(params);
            case "item/fileChange/patchUpdated" ->
                questions.changed(params, text(params, "itemId"), params.path("changes"));
            case "item/completed" -> questions.over(params);
            case "thread/tokenUsage/updated" -> usage.told(params, ofThisThread(params), ofThisTurn(params));
            default -> {
                // No other leaves anything to remember.
            }
        }
        if (ofThisTurn(params)) {
            return ofTurn(method, params);
        }
        return switch (method) {
            case "turn/completed" ->
                ofThisThread(params)
                                && running()
                                && text(params.path("turn"), "id").equals(turn)
                        ? over(params.path("turn"))
                        : List.of();
            case "mcpServer/startupStatus/updated" -> server(params);
            case "warning", "guardianWarning" -> CodexNews.status(text(params, "message"));
            case "configWarning", "deprecationNotice" -> CodexNews.status(text(params, "summary"));
            default -> List.of();
        };
    }

    private boolean ofThisThread(JsonNode params) {
        return !thread.isEmpty() && text(params, "threadId").equals(thread);
    }

    private boolean ofThisTurn(JsonNode params) {
        return running() && ofThisThread(params) && text(params, "turnId").equals(turn);
    }

    private List<TurnEvent> ofTurn(String method, JsonNode params) {
        return switch (method) {
            case "item/started" -> items.started(params.path("item"));
            case "item/completed" -> items.completed(params.path("item"));
            case "item/agentMessage/delta" -> items.said(params);
            case "item/reasoning/summaryTextDelta", "item/reasoning/textDelta" -> items.thought(params);
            default -> CodexNews.of(method, params);
        };
    }

    private List<TurnEvent> server(JsonNode params) {
        String name = text(params, "name");
        boolean ours =
                request.mcpServers().stream().anyMatch(server -> server.name().equals(name));
        return ours && text(params, "status").equals("failed") ? failedServers.named(name) : List.of();
    }

    private List<TurnEvent> over(JsonNode told) {
        List<TurnEvent> events = new ArrayList<>(usage.ofTurn());
        finished = true;
        String status = text(told, "status");
        events.add(
                switch (status) {
                    case "completed" -> new Finished(true, "");
                    case "interrupted" -> new Finished(false, "interrupted");
                    case "failed" -> new Finished(false, CodexNews.why(told.path("error")));
                    default ->
                        new Finished(false, "Codex stopped before it was done: " + Texts.cut(status, Texts.NAME));
                });
        return events;
    }

    private List<TurnEvent> failed(String why) {
        finished = true;
        outbox.sayNothing();
        return List.of(new Finished(false, Texts.cut("Codex " + why, Texts.MESSAGE)));
    }
}
