package dev.mausbot.home.audit;

import java.time.Instant;

/** How each kind of event is written: one line, the same names for the same things everywhere. */
final class AuditJson {
    static final String TIME = "time";
    static final String EVENT = "event";
    static final String BOX = "box";
    static final String BOT = "bot";
    static final String CONVERSATION = "conversation";
    static final String TURN = "turn";
    static final String HOST = "host";
    static final String PORT = "port";
    static final String DECISION = "decision";
    static final String REASON = "reason";
    static final String BYTES_UP = "bytesUp";
    static final String BYTES_DOWN = "bytesDown";
    static final String MILLISECONDS = "ms";
    static final String METHOD = "method";
    static final String PATH = "path";
    static final String GRANT = "grant";
    static final String TEXT = "text";
    static final String EXIT_CODE = "exitCode";
    static final String LEFT_OUT = "leftOut";
    static final String OUTCOME = "outcome";
    static final String LOST = "lost";
    static final String BY = "by";
    static final String LABEL = "label";
    static final String SOURCE = "source";
    static final String SESSION = "session";
    static final String KIND = "kind";
    static final String CARD = "card";
    static final String TOOL = "tool";
    static final String ABOUT = "about";
    static final String HOOK = "hook";

    private AuditJson() {}

    static String line(Instant time, AuditEvent event) {
        JsonLine line = new JsonLine().text(TIME, time.toString()).text(EVENT, kind(event));
        return switch (event) {
            case AuditEvent.AtTheDoor it -> atTheDoor(line, it);
            default -> aboutABox(line.text(BOX, event.box()).text(BOT, event.bot()), event);
        };
    }

    private static String atTheDoor(JsonLine line, AuditEvent.AtTheDoor event) {
        return switch (event) {
            case AuditEvent.PairingMade it ->
                line.text(BY, it.by())
                        .text(LABEL, it.label())
                        .number(MILLISECONDS, it.lives().toMillis())
                        .end();
            case AuditEvent.PairingLocked it -> line.text(SOURCE, it.source()).end();
            case AuditEvent.SessionStarted it ->
                line.text(SESSION, it.session())
                        .text(KIND, it.kind())
                        .text(LABEL, it.label())
                        .text(SOURCE, it.source())
                        .end();
            case AuditEvent.SessionEnded it ->
                line.text(SESSION, it.session())
                        .text(LABEL, it.label())
                        .text(REASON, it.reason())
                        .end();
        };
    }

    private static String aboutABox(JsonLine line, AuditEvent event) {
        return switch (event) {
            case AuditEvent.AtTheDoor it -> throw new IllegalArgumentException(it + " is about no box");
            case AuditEvent.EgressDecided it ->
                line.text(HOST, it.host())
                        .number(PORT, it.port())
                        .text(DECISION, it.allowed() ? "allowed" : "refused")
                        .text(REASON, it.reason())
                        .end();
            case AuditEvent.EgressClosed it ->
                line.text(HOST, it.host())
                        .number(PORT, it.port())
                        .number(BYTES_UP, it.bytesUp())
                        .number(BYTES_DOWN, it.bytesDown())
                        .number(MILLISECONDS, it.lasted().toMillis())
                        .end();
            case AuditEvent.HarnessRefused it ->
                line.text(METHOD, it.method())
                        .text(PATH, it.path())
                        .text(REASON, it.reason())
                        .end();
            case AuditEvent.BrokerRefused it ->
                line.text(GRANT, it.grant())
                        .text(METHOD, it.method())
                        .text(PATH, it.path())
                        .text(REASON, it.reason())
                        .end();
            case AuditEvent.Noted it ->
                line.text(CONVERSATION, it.conversation()).text(TEXT, it.text()).end();
            case AuditEvent.BoxStarted it ->
                line.text(CONVERSATION, it.conversation())
                        .text(TURN, it.turn())
                        .text(LEFT_OUT, String.join(",", it.leftOut()))
                        .end();
            case AuditEvent.SignInSent it ->
                line.text(CONVERSATION, it.conversation())
                        .text(TURN, it.turn())
                        .number(PORT, it.port())
                        .text(OUTCOME, it.outcome())
                        .end();
            case AuditEvent.CardOpened it ->
                line.text(CONVERSATION, it.conversation())
                        .text(TURN, it.turn())
                        .text(CARD, it.card())
                        .text(TOOL, it.tool())
                        .text(ABOUT, it.about())
                        .end();
            case AuditEvent.CardClosed it ->
                line.text(CONVERSATION, it.conversation())
                        .text(TURN, it.turn())
                        .text(CARD, it.card())
                        .text(TOOL, it.tool())
                        .text(ABOUT, it.about())
                        .text(DECISION, it.decision())
                        .text(BY, it.by().name())
                        .text(SESSION, it.by().session())
                        .text(LABEL, it.by().label())
                        .end();
            case AuditEvent.ToolReported it ->
                line.text(CONVERSATION, it.conversation())
                        .text(TURN, it.turn())
                        .text(HOOK, it.hook())
                        .text(TOOL, it.tool())
                        .text(ABOUT, it.about())
                        .end();
            case AuditEvent.AskRefused it -> line.text(REASON, it.reason()).end();
            case AuditEvent.ApprovalsChanged it ->
                line.text(CONVERSATION, it.conversation())
                        .text(DECISION, it.what())
                        .text(BY, it.by().name())
                        .text(SESSION, it.by().session())
                        .text(LABEL, it.by().label())
                        .end();
            case AuditEvent.BoxEnded it ->
                line.number(EXIT_CODE, it.exitCode())
                        .number(MILLISECONDS, it.lasted().toMillis())
                        .end();
        };
    }

    /** Stands in the log where events are missing. */
    static String gap(Instant time, long lost) {
        return new JsonLine()
                .text(TIME, time.toString())
                .text(EVENT, "audit.gap")
                .number(LOST, lost)
                .end();
    }

    private static String kind(AuditEvent event) {
        return switch (event) {
            case AuditEvent.EgressDecided _ -> "egress.decided";
            case AuditEvent.EgressClosed _ -> "egress.closed";
            case AuditEvent.HarnessRefused _ -> "harness.refused";
            case AuditEvent.BrokerRefused _ -> "broker.refused";
            case AuditEvent.Noted _ -> "note";
            case AuditEvent.BoxStarted _ -> "box.started";
            case AuditEvent.SignInSent _ -> "sign-in.sent";
            case AuditEvent.BoxEnded _ -> "box.ended";
            case AuditEvent.PairingMade _ -> "pairing.made";
            case AuditEvent.PairingLocked _ -> "pairing.locked";
            case AuditEvent.SessionStarted _ -> "session.started";
            case AuditEvent.SessionEnded _ -> "session.ended";
            case AuditEvent.CardOpened _ -> "card.opened";
            case AuditEvent.CardClosed _ -> "card.closed";
            case AuditEvent.ToolReported _ -> "tool.reported";
            case AuditEvent.AskRefused _ -> "ask.refused";
            case AuditEvent.ApprovalsChanged _ -> "approvals.changed";
        };
    }
}
