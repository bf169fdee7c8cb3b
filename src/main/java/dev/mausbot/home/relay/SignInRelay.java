package dev.mausbot.home.relay;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way in for the callback of an engine's sign-in. An engine that listens for it on the loopback of its box gets one
 * more socket; the box dials out to it and waits, and only the server ever says what goes in and to which port. The server
 * connects to nothing in a box, and all that a box can do with the socket is to answer:
 *
 * <pre>
 * owner ─ redirect URL ─► SignInRelay ─ (waiting connection) ◄─ dialled by the box's bridge ─► 127.0.0.1:port
 * </pre>
 *
 * Its connections are hostile: nothing is read from one before the server has written, and answers are bounded in bytes and
 * time.
 */
public final class SignInRelay {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Audit audit;
    private final Set<Integer> gatePorts;
    private final Duration patience;
    private final Map<String, Box> byTurn = new ConcurrentHashMap<>();

    private record Box(Caller caller, BoxRelay relay) {}

    /**
     * A relay with no box yet.
     *
     * @param gatePorts where a box's own bridge listens: there a callback would only reach the server again
     */
    public SignInRelay(Audit audit, Set<Integer> gatePorts) {
        this(audit, gatePorts, PATIENCE);
    }

    SignInRelay(Audit audit, Set<Integer> gatePorts, Duration patience) {
        this.audit = audit;
        this.gatePorts = Set.copyOf(gatePorts);
        this.patience = patience;
    }

    /**
     * Opens the socket of one box.
     *
     * @param socket a path that does not exist yet, in a folder that only this user may enter
     * @throws IllegalStateException if something is at that path already, or the turn has a relay
     * @throws java.io.UncheckedIOException if it cannot be opened there
     */
    public Listening open(Path socket, Caller caller) {
        Box box = new Box(caller, BoxRelay.open(socket, patience));
        if (byTurn.putIfAbsent(caller.turn(), box) != null) {
            box.relay().close();
            throw new IllegalStateException("turn " + caller.turn() + " has a relay already: each has one box");
        }
        return () -> {
            byTurn.remove(caller.turn(), box);
            box.relay().close();
        };
    }

    /**
     * Sends a callback into the box of a turn.
     *
     * @param turn the turn's id
     * @param url what the owner's browser was sent to
     * @return what became of it, within 10 s; it never fails
     */
    public CompletionStage<SignInAnswer> send(String turn, LoopbackUrl url) {
        Box box = byTurn.get(turn);
        if (box == null) {
            return CompletableFuture.completedFuture(new SignInAnswer.NoRelay());
        }
        CompletableFuture<SignInAnswer> answer = gatePorts.contains(url.port())
                ? CompletableFuture.completedFuture(new SignInAnswer.NothingListens(url.port()))
                : box.relay().send(url);
        return answer.whenComplete((given, failure) -> record(box.caller(), url, given));
    }

    /** Neither path nor query: they hold what signs in. */
    private void record(Caller caller, LoopbackUrl url, SignInAnswer answer) {
        audit.record(new AuditEvent.SignInSent(
                caller.box(), caller.bot(), caller.conversation(), caller.turn(), url.port(), outcome(answer)));
    }

    private static String outcome(SignInAnswer answer) {
        return switch (answer) {
            case SignInAnswer.Answered answered -> "answered " + answered.status();
            case SignInAnswer.NoRelay _ -> "no-relay";
            case SignInAnswer.NothingWaits _ -> "nothing-waits";
            case SignInAnswer.NothingListens _ -> "nothing-listens";
            case SignInAnswer.TooLate _ -> "too-late";
            case SignInAnswer.Garbled _ -> "garbled";
        };
    }
}
