package dev.mausbot.home.turn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRequest;
import dev.mausbot.home.gate.harness.InternalRoutes;
import io.quarkus.arc.All;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * What a box may ask of the server: who it is, and to leave a line for its owner. Every answer is about the caller that the
 * gate knows; nothing in a request can name another.
 */
@Singleton
public final class BoxRoutes implements InternalRoutes {
    static final int MOST_NOTE_BYTES = 4096;

    // The store blocks and the gate's event loops must not; how many are under way at once is bounded by the gate.
    private static final Executor BLOCKING =
            work -> Thread.ofVirtual().name("box-route").start(work);

    private final Turns turns;
    private final ObjectMapper json;
    private final List<BoxRoute> others;

    BoxRoutes(Turns turns, ObjectMapper json, @All List<BoxRoute> others) {
        this.turns = turns;
        this.json = json;
        this.others = List.copyOf(others);
    }

    @Override
    public CompletionStage<InternalAnswer> answer(InternalRequest request) {
        return switch (request.method() + " " + request.path()) {
            case "GET whoami" -> CompletableFuture.completedFuture(whoami(request.caller()));
            case "POST notes" -> CompletableFuture.supplyAsync(() -> note(request), BLOCKING);
            default -> elsewhere(request);
        };
    }

    private CompletionStage<InternalAnswer> elsewhere(InternalRequest request) {
        int slash = request.path().indexOf('/');
        String segment = slash < 0 ? request.path() : request.path().substring(0, slash);
        String rest = slash < 0 ? "" : request.path().substring(slash + 1);
        return others.stream()
                .filter(route -> route.segment().equals(segment))
                .findFirst()
                .<CompletionStage<InternalAnswer>>map(
                        route -> CompletableFuture.supplyAsync(() -> route.answer(request, rest), BLOCKING))
                .orElseGet(() -> CompletableFuture.completedFuture(Problems.forABox(404, "There is nothing here.")));
    }

    private InternalAnswer whoami(Caller caller) {
        return InternalAnswer.json(
                200,
                json.createObjectNode()
                        .put("bot", caller.bot())
                        .put("conversation", caller.conversation())
                        .put("turn", caller.turn())
                        .toString());
    }

    private InternalAnswer note(InternalRequest request) {
        NewNote note;
        try {
            note = Sent.body(json.readValue(request.body(), NewNote.class));
        } catch (JsonProcessingException | BadField bad) {
            return Problems.forABox(400, "Send {\"text\": …} with 1 to " + MOST_NOTE_BYTES + " bytes of text.");
        } catch (IOException impossible) {
            throw new IllegalStateException("reading from memory failed", impossible);
        }
        Caller caller = request.caller();
        Optional<Transcript> transcript = turns.transcript(caller.turn(), caller.bot());
        if (transcript.isEmpty()) {
            return Problems.forABox(409, "The turn is over.");
        }
        return transcript.get().note(note.text())
                ? InternalAnswer.json(201, "{}")
                : Problems.forABox(429, "The turn is over, or has left " + Transcript.MOST_NOTES + " notes already.");
    }

    /** What a note is sent as. Unlike the bodies of the public API, the native build does not find it by itself. */
    @RegisterForReflection
    record NewNote(String text) {
        NewNote {
            Fields.text("text", text, MOST_NOTE_BYTES);
        }
    }
}
