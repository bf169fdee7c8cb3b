package dev.mausbot.home.audit;

import java.time.Duration;
import java.util.List;

/**
 * One thing that was decided or that ended. Hosts and paths in it are a boxed process's own words: bounded by the gate
 * that recorded them, escaped by whoever shows them. No event holds a secret, a token or an internal address.
 */
public sealed interface AuditEvent {
    /** The box that it is about; empty if it is about none. */
    String box();

    /** The bot whose box that is; empty if it is about none. */
    String bot();

    /** What happened at the owner's own door; it is about no box. */
    sealed interface AtTheDoor extends AuditEvent {
        @Override
        default String box() {
            return "";
        }

        @Override
        default String bot() {
            return "";
        }
    }

    /** A way to sign in once was made; {@code by} is "admin", "machine" (a person on it) or "start". */
    record PairingMade(String by, String label, Duration lives) implements AtTheDoor {}

    /** A source gave wrong codes until none of its is taken any more, for a while. */
    record PairingLocked(String source) implements AtTheDoor {}

    /** Somebody paired; {@code session} names the new session and opens nothing. */
    record SessionStarted(String session, String kind, String label, String source) implements AtTheDoor {}

    /** A session is over; {@code reason} says whether the owner ended it or time did. */
    record SessionEnded(String session, String label, String reason) implements AtTheDoor {}

    /**
     * The egress gate let a request out or refused it; {@code reason} is a {@code gate.Reason} label, or "public" when
     * allowed.
     */
    record EgressDecided(String box, String bot, String host, int port, boolean allowed, String reason)
            implements AuditEvent {}

    /** A connection through the egress gate ended. Bytes are counted as the box sees them: up is sent by the box. */
    record EgressClosed(String box, String bot, String host, int port, long bytesUp, long bytesDown, Duration lasted)
            implements AuditEvent {}

    /** The harness gate answered by itself, without asking the server. */
    record HarnessRefused(String box, String bot, String method, String path, String reason) implements AuditEvent {}

    /**
     * The broker answered by itself, without asking a provider or an MCP server; {@code path} is what was asked for below
     * the grant, without a query.
     */
    record BrokerRefused(String box, String bot, String grant, String method, String path, String reason)
            implements AuditEvent {}

    /** A bot left a line for its owner. */
    record Noted(String box, String bot, String conversation, String text) implements AuditEvent {}

    /** A box was started; {@code leftOut} names the variables that were wanted in it and that no box gets. */
    record BoxStarted(String box, String bot, String conversation, String turn, List<String> leftOut)
            implements AuditEvent {
        public BoxStarted {
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * The owner sent a sign-in's callback to a port in a box; {@code outcome} is "answered" with the status that came, or
     * why there was none.
     */
    record SignInSent(String box, String bot, String conversation, String turn, int port, String outcome)
            implements AuditEvent {}

    /**
     * The owner was asked: {@code about} is what with, cut and with what looks like a secret left out. The box is empty
     * where the engine asked by its own protocol and not from a box.
     */
    record CardOpened(String box, String bot, String conversation, String turn, String card, String tool, String about)
            implements AuditEvent {}

    /**
     * A question was decided, with or without a card.
     *
     * @param decision {@code allowed}, {@code denied}, {@code answered}, {@code expired}, {@code cancelled} or
     *     {@code dismissed}
     */
    record CardClosed(
            String box,
            String bot,
            String conversation,
            String turn,
            String card,
            String tool,
            String about,
            String decision,
            Decider by)
            implements AuditEvent {}

    /** An engine's hook told of a tool call, from outside the engine's own output; {@code about} as in {@link CardOpened}. */
    record ToolReported(
            String box, String bot, String conversation, String turn, String hook, String tool, String about)
            implements AuditEvent {}

    /** The ask gate ended a connection by itself. */
    record AskRefused(String box, String bot, String reason) implements AuditEvent {}

    /** The owner changed what may be done without being asked; {@code what} says how. */
    record ApprovalsChanged(String box, String bot, String conversation, String what, Decider by)
            implements AuditEvent {}

    /** A box ended; no process of it is left. */
    record BoxEnded(String box, String bot, int exitCode, Duration lasted) implements AuditEvent {}
}
