package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.text;
import static dev.mausbot.home.engine.JsonRpc.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Codex asks while it works: to run a command, to change files, to use a tool of an MCP server. All that it says about it
 * goes to the owner, but for what only names the question or offers answers to it; what cannot be shown whole, or names itself
 * as something did before, is denied. It never gets an answer that holds for more than this once: what an owner allows for
 * longer, the home remembers.
 */
final class CodexQuestions {
    /** So many a turn may ask in all; the owner's side allows fewer. */
    private static final int MOST = 4096;
    /** So many changes of files may be under way at once; one beyond them cannot be shown, and is denied. */
    private static final int CHANGES = 64;

    /** Who asks, when, and what may be answered: not what is asked. */
    private static final Set<String> ENVELOPE = Set.of(
            "threadId",
            "turnId",
            "itemId",
            "approvalId",
            "startedAtMs",
            "availableDecisions",
            "proposedExecpolicyAmendment",
            "proposedNetworkPolicyAmendments");

    /** Where it works unless it says otherwise. */
    private static final String HERE = "local";

    /**
     * A shell's command line where it is sure what the shell is told: in single quotes, or one plain word. Rules and grants
     * look at the text and not at the shell around it.
     */
    private static final Pattern SHELL =
            Pattern.compile("(?:/usr)?/bin/(?:ba)?sh -l?c (?:'([^']*)'|([A-Za-z0-9][A-Za-z0-9._-]*))");

    private final Set<String> ids = new HashSet<>();
    /** By thread and item: it asks for a change without saying which, having told of it before. */
    private final Map<String, JsonNode> changes = new HashMap<>();

    /** What becomes of a request. */
    sealed interface Taken {
        /** Only the owner can answer. */
        record ToOwner(PermissionRequest request) implements Taken {}

        /** It has its answer. */
        record Answered(String reply) implements Taken {}
    }

    /**
     * Takes a request.
     *
     * @param live whether the turn runs, so that there is something to ask about
     */
    Taken take(String method, JsonNode id, JsonNode params, boolean live) {
        return switch (method) {
            case "item/commandExecution/requestApproval" ->
                taken("shell", command(params), id, params, live, decision(id));
            case "item/fileChange/requestApproval" ->
                taken("apply_patch", change(params), id, params, live, decision(id));
            case "mcpServer/elicitation/request" -> taken(tool(params), call(params), id, params, live, action(id));
            default -> new Taken.Answered(JsonRpc.noSuchMethod(id));
        };
    }

    private Taken taken(
            String tool,
            Optional<ObjectNode> about,
            JsonNode id,
            JsonNode params,
            boolean live,
            Function<Outcome, String> answer) {
        Optional<String> input =
                about.map(ObjectNode::toString).filter(json -> json.length() <= PermissionRequest.LONGEST_INPUT);
        boolean first = ids.size() < MOST && ids.add(id.toString());
        if (!live || !first || input.isEmpty()) {
            return new Taken.Answered(answer.apply(Outcome.DENIED));
        }
        return new Taken.ToOwner(new PermissionRequest(
                Texts.cut(id.toString(), Texts.NAME),
                Texts.cut(tool, Texts.NAME),
                input.get(),
                Texts.cut(text(params, "itemId"), Texts.NAME),
                new PermissionRequest.Replies(
                        answer.apply(Outcome.ALLOWED),
                        words -> note(params, words) + answer.apply(Outcome.DENIED),
                        answer.apply(Outcome.CANCELLED))));
    }

    private enum Outcome {
        ALLOWED,
        DENIED,
        /** The turn is over. */
        CANCELLED
    }

    private static Function<Outcome, String> decision(JsonNode id) {
        return outcome -> JsonRpc.result(
                id,
                object().put(
                                "decision",
                                switch (outcome) {
                                    case ALLOWED -> "accept";
                                    case DENIED -> "decline";
                                    case CANCELLED -> "cancel";
                                }));
    }

    private static Function<Outcome, String> action(JsonNode id) {
        return outcome -> {
            ObjectNode result = object().put(
                            "action",
                            switch (outcome) {
                                case ALLOWED -> "accept";
                                case DENIED -> "decline";
                                case CANCELLED -> "cancel";
                            });
            return JsonRpc.result(id, outcome == Outcome.ALLOWED ? result.set("content", object()) : result);
        };
    }

    /** A decision has no place for the owner's words, so they come first, as a message to the turn that asked. */
    private static String note(JsonNode params, String words) {
        String thread = text(params, "threadId");
        String turn = text(params, "turnId");
        boolean known = CodexMessages.ID.matcher(thread).matches()
                && CodexMessages.ID.matcher(turn).matches();
        return known && !words.isBlank() ? CodexMessages.steer(thread, turn, Texts.cut(words, Texts.MESSAGE)) : "";
    }

    /** Only a command to start has its text where rules look for it: not what is typed into one, nor a host to connect to. */
    private static Optional<ObjectNode> command(JsonNode params) {
        ObjectNode about = object();
        String said = text(params, "command");
        String kind = text(params, "kind");
        boolean starts = !said.isEmpty()
                && (kind.isEmpty() || kind.equals("command"))
                && !params.hasNonNull("networkApprovalContext");
        String inner = shellText(said);
        if (starts) {
            about.put("command", inner);
        }
        if (!said.isEmpty() && (!starts || !inner.equals(said))) {
            about.put("commandLine", said);
        }
        return with(about, params, "command");
    }

    /** What a shell is told to run, or the whole command line where that is not sure. */
    static String shellText(String commandLine) {
        Matcher shell = SHELL.matcher(commandLine);
        if (!shell.matches()) {
            return commandLine;
        }
        return Optional.ofNullable(shell.group(1)).orElseGet(() -> shell.group(2));
    }

    private Optional<ObjectNode> change(JsonNode params) {
        return Optional.ofNullable(changes.get(key(params, text(params, "itemId"))))
                .flatMap(all -> with(object().set("changes", all), params, "changes"));
    }

    private static String tool(JsonNode params) {
        return text(params, "serverName") + "." + text(params.path("_meta"), "tool_name");
    }

    /** A server may also ask the owner for something of its own; there is no card for that. */
    private static Optional<ObjectNode> call(JsonNode params) {
        JsonNode meta = params.path("_meta");
        return text(meta, "codex_approval_kind").equals("mcp_tool_call")
                ? with(object().set("arguments", meta.path("tool_params")), params, "arguments")
                : Optional.empty();
    }

    /** All else that was said, after what matters. */
    private static Optional<ObjectNode> with(ObjectNode about, JsonNode params, String told) {
        params.properties().forEach(field -> {
            String name = field.getKey();
            boolean here =
                    name.equals("environmentId") && field.getValue().asText().equals(HERE);
            if (!name.equals(told) && !about.has(name) && !ENVELOPE.contains(name) && !here) {
                about.set(name, field.getValue());
            }
        });
        return Optional.of(about);
    }

    /** An item begins, in whichever thread. */
    void begun(JsonNode params) {
        JsonNode item = params.path("item");
        if (text(item, "type").equals("fileChange")) {
            changed(params, text(item, "id"), item.path("changes"));
        }
    }

    /** Its changes are others now. */
    void changed(JsonNode params, String item, JsonNode all) {
        String key = key(params, item);
        changes.remove(key);
        boolean fits = all instanceof ArrayNode && all.toString().length() <= PermissionRequest.LONGEST_INPUT;
        if (fits && key.length() <= Texts.NAME && changes.size() < CHANGES) {
            changes.put(key, all);
        }
    }

    void over(JsonNode params) {
        changes.remove(key(params, text(params.path("item"), "id")));
    }

    private static String key(JsonNode params, String item) {
        return text(params, "threadId") + " " + item;
    }
}
