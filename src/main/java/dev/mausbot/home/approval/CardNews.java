package dev.mausbot.home.approval;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.audit.Decider;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.ask.Question;
import dev.mausbot.home.turn.Feeds;
import dev.mausbot.home.turn.RunningTurn;
import dev.mausbot.home.turn.StoredEvent;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;

/** Tells what becomes of cards: the turn's transcript, the inbox, the audit log. */
@Singleton
record CardNews(Inbox inbox, Feeds feeds, Audit audit) {
    void opened(Caller caller, RunningTurn turn, CardStore.Changed changed, Question question) {
        tell(turn, changed);
        audit.record(new AuditEvent.CardOpened(
                caller.box(),
                caller.bot(),
                caller.conversation(),
                caller.turn(),
                changed.card().id(),
                tool(question),
                about(question)));
    }

    void closed(Caller caller, RunningTurn turn, CardStore.Changed changed, Question question, Decider by) {
        tell(turn, changed);
        Card card = changed.card();
        decided(caller, card.id(), question, card.state().name().toLowerCase(Locale.ROOT), by);
    }

    /** A question was decided, with a card or without. */
    void decided(Caller caller, String card, Question question, String decision, Decider by) {
        audit.record(new AuditEvent.CardClosed(
                caller.box(),
                caller.bot(),
                caller.conversation(),
                caller.turn(),
                card,
                tool(question),
                about(question),
                decision,
                by));
    }

    /** Its turn and its box are gone; what it was about is in the card and in the line of its opening. */
    Cards.Dismissed dismissed(CardStore.Changed changed) {
        Card card = changed.card();
        feed(changed.event());
        audit.record(new AuditEvent.CardClosed(
                "",
                card.bot(),
                card.conversation(),
                card.turn(),
                card.id(),
                card.tool().orElse("ask_user"),
                "",
                "dismissed",
                Decider.rule("restart")));
        return new Cards.Dismissed(
                card.turn(), changed.event().type(), inbox.event(card).toString());
    }

    /** A turn that ends at this very moment does not take it: its end closes its cards for whoever watches. */
    private void tell(RunningTurn turn, CardStore.Changed changed) {
        boolean _ =
                turn.tell(changed.event().type(), inbox.event(changed.card()).toString());
        feed(changed.event());
    }

    private void feed(StoredEvent event) {
        feeds.stored(Inbox.STREAM, new Feeds.Stored(event.id() - 1, List.of(event)));
    }

    private static String tool(Question question) {
        return question instanceof Question.Permission permission ? permission.tool() : "ask_user";
    }

    private static String about(Question question) {
        return Redaction.of(
                switch (question) {
                    case Question.Permission permission ->
                        ToolUse.of(permission).about();
                    case Question.Choice choice -> choice.text();
                });
    }
}
