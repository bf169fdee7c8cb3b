package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonRpc.object;
import static dev.mausbot.home.engine.JsonRpc.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the client says to {@code codex app-server}, tried with 0.171.0; {@code codex app-server generate-json-schema} writes down
 * all that there is. Each message is one line, its line end included.
 */
final class CodexMessages {
    static final int INITIALIZE = 1;
    static final int THREAD = 2;
    static final int TURN = 3;
    private static final int INTERRUPT = 4;
    /** Their answers are not waited for. */
    private static final int NOTE = 5;

    /** It asks before every command, every change of a file and every tool of an MCP server. */
    static final String POLICY = "untrusted";
    /** Whom it asks: the client, and not a model in the owner's place. */
    static final String REVIEWER = "user";

    /** The shape of its ids of threads and turns. */
    static final Pattern ID = CodexEngine.SESSION;

    /** News that nobody here reads; the output of a command comes once more when it is over. */
    private static final List<String> UNWANTED = List.of(
            "account/rateLimits/updated",
            "item/commandExecution/outputDelta",
            "remoteControl/status/changed",
            "thread/started",
            "thread/status/changed",
            "turn/diff/updated");

    private CodexMessages() {}

    static String initialize() {
        ObjectNode params = object();
        params.putObject("clientInfo").put("name", "cloud-home").put("version", "1");
        ObjectNode capabilities =
                params.putObject("capabilities").put("experimentalApi", false).put("requestAttestation", false);
        UNWANTED.forEach(capabilities.putArray("optOutNotificationMethods")::add);
        return request(INITIALIZE, "initialize", params);
    }

    static String initialized() {
        return JsonRpc.notification("initialized", object());
    }

    static String startThread(TurnRequest turn) {
        return request(THREAD, "thread/start", thread(turn));
    }

    /** The turns that were are not told again: they may be long. */
    static String resumeThread(String thread, TurnRequest turn) {
        return request(
                THREAD, "thread/resume", thread(turn).put("threadId", thread).put("excludeTurns", true));
    }

    static String startTurn(String thread, String text) {
        return request(TURN, "turn/start", object().put("threadId", thread).set("input", input(text)));
    }

    static String interrupt(String thread, String turn) {
        return request(
                INTERRUPT, "turn/interrupt", object().put("threadId", thread).put("turnId", turn));
    }

    /** Words for a turn that runs: the model reads them before it goes on. */
    static String steer(String thread, String turn, String text) {
        ObjectNode params = object().put("threadId", thread).put("expectedTurnId", turn);
        return request(NOTE, "turn/steer", params.set("input", input(text)));
    }

    private static ObjectNode thread(TurnRequest turn) {
        String folder = turn.workFolder().toString();
        ObjectNode params = object().put("cwd", folder)
                .put("approvalPolicy", POLICY)
                .put("approvalsReviewer", REVIEWER)
                // Its own sandbox cannot mount inside a box, and the box is the boundary.
                .put("sandbox", "danger-full-access");
        turn.model().ifPresent(model -> params.put("model", model));
        // Without this it trusts the folder by itself, and obeys what a bot may have left there: rules of what need not
        // be
        // asked, settings, hooks.
        params.putObject("config").putObject("projects").putObject(folder).put("trust_level", "untrusted");
        return params;
    }

    private static JsonNode input(String text) {
        ObjectNode item = object().put("type", "text").put("text", text);
        item.putArray("text_elements");
        return item.arrayNode().add(item);
    }
}
