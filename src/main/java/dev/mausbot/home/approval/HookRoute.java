package dev.mausbot.home.approval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRequest;
import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.BoxRoute;
import dev.mausbot.home.turn.Fields;
import dev.mausbot.home.turn.Problems;
import dev.mausbot.home.turn.Sent;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.Set;

/**
 * {@code POST hooks/{event}}: what an engine's hooks tell of its tool calls, for the audit log. They come from outside the
 * engine's own output, and from inside its box: a bot that is steered can leave them out or invent some, but each is of that
 * very turn.
 */
@Singleton
class HookRoute implements BoxRoute {
    static final int MOST_BYTES = 32 * 1024;

    private static final Set<String> EVENTS = Set.of("PreToolUse", "PostToolUse");
    private static final int LONGEST_NAME = 200;

    private final Audit audit;
    private final ObjectMapper json;
    private final HookRate rate = new HookRate(System::nanoTime);

    HookRoute(Audit audit, ObjectMapper json) {
        this.audit = audit;
        this.json = json;
    }

    /** As {@code inside.Hook} sends it. Unlike the bodies of the public API, the native build does not find it by itself. */
    @RegisterForReflection
    record Told(String tool, String input) {
        Told {
            Fields.line("tool", tool, LONGEST_NAME);
            Fields.present("input", input);
        }
    }

    @Override
    public String segment() {
        return "hooks";
    }

    @Override
    public InternalAnswer answer(InternalRequest request, String rest) {
        if (!request.method().equals("POST") || !EVENTS.contains(rest)) {
            return Problems.forABox(404, "There is nothing here.");
        }
        if (request.body().length > MOST_BYTES) {
            return Problems.forABox(413, "The body is larger than " + MOST_BYTES + " bytes.");
        }
        Caller caller = request.caller();
        if (!rate.admits(caller.box())) {
            return Problems.forABox(429, "Too many hooks for now.");
        }
        try {
            Told told = Sent.body(json.readValue(request.body(), Told.class));
            audit.record(new AuditEvent.ToolReported(
                    caller.box(),
                    caller.bot(),
                    caller.conversation(),
                    caller.turn(),
                    rest,
                    told.tool(),
                    Redaction.of(told.input())));
            return InternalAnswer.json(200, "{}");
        } catch (JsonProcessingException | BadField bad) {
            return Problems.forABox(400, "Send {\"tool\":…,\"input\":…}, both of them texts.");
        } catch (IOException impossible) {
            throw new IllegalStateException("reading from memory failed", impossible);
        }
    }
}
