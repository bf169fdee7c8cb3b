package dev.mausbot.home.approval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.turn.Page;
import dev.mausbot.home.turn.RunningTurn;
import dev.mausbot.home.turn.StoredEvent;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cards that are stored, and what was granted. Every method is one transaction, on the disk when it returns. */
@Singleton
@Transactional
class CardStore {
    /** Closed cards of one conversation; each holds 64 KiB at most. */
    static final int KEPT = 200;

    /** After this a closed card is of no more use than its lines in the audit log. */
    static final Duration KEPT_FOR = Duration.ofDays(90);

    private final ObjectMapper json;
    private final Inbox inbox;

    CardStore(ObjectMapper json, Inbox inbox) {
        this.json = json;
        this.inbox = inbox;
    }

    /** A card that was changed, and the inbox's event of it. */
    record Changed(Card card, StoredEvent event) {}

    /** What a card is about, before it is one. */
    record Draft(Card.Kind kind, String tool, String body, List<String> choices, Optional<GrantKey> grant) {}

    Changed open(String id, RunningTurn turn, Draft draft, Duration patience) {
        CardRow row = new CardRow();
        row.id = id;
        row.ordinal = 1
                + CardRow.getEntityManager()
                        .createQuery("select coalesce(max(c.ordinal), 0) from CardRow c", Long.class)
                        .getSingleResult();
        row.conversationId = turn.conversation();
        row.turnId = turn.id();
        row.botId = turn.bot();
        row.kind = draft.kind();
        row.tool = draft.tool();
        row.body = draft.body();
        row.choices = written(draft.choices());
        row.grantProgram = draft.grant().map(GrantKey::program).orElse(null);
        row.createdAt = System.currentTimeMillis();
        row.expiresAt = row.createdAt + patience.toMillis();
        row.persistAndFlush();
        return changed(row, "card.opened");
    }

    /**
     * Closes an open card; empty if it is not open. With {@code grant} what it asked for is allowed to the conversation,
     * whose oldest closed cards make room.
     */
    Optional<Changed> close(String id, CardState state, String answer, String by, boolean grant) {
        CardRow row = CardRow.findById(id);
        if (row == null || row.state != CardState.OPEN) {
            return Optional.empty();
        }
        row.state = state;
        row.answer = answer;
        row.closedBy = by;
        row.closedAt = System.currentTimeMillis();
        row.persistAndFlush();
        if (grant
                && row.grantProgram != null
                && !granted(row.conversationId, new GrantKey(row.tool, row.grantProgram))) {
            GrantRow allowed = new GrantRow();
            allowed.conversationId = row.conversationId;
            allowed.tool = row.tool;
            allowed.program = row.grantProgram;
            allowed.createdAt = System.currentTimeMillis();
            allowed.persist();
        }
        makeRoom(row);
        return Optional.of(changed(row, "card.closed"));
    }

    /** For one that was just closed, which stays even if it waited longer than all others: its answer is being shown. */
    private static void makeRoom(CardRow closed) {
        String others = "conversationId = ?1 and state <> ?2 and id <> ?3";
        CardRow.<CardRow>find(others + " order by ordinal desc", closed.conversationId, CardState.OPEN, closed.id)
                .range(KEPT - 1, KEPT - 1)
                .stream()
                .forEach(tooMany -> CardRow.delete(
                        others + " and ordinal <= ?4",
                        closed.conversationId,
                        CardState.OPEN,
                        closed.id,
                        tooMany.ordinal));
    }

    /** Forgets what was closed before {@link #KEPT_FOR}; how many cards that was. */
    long forgetOld(Instant now) {
        // The newest stays: ordinals go on from it, and a reader's place in the list stays good.
        return CardRow.delete(
                "state <> ?1 and closedAt < ?2 and ordinal < (select max(c.ordinal) from CardRow c)",
                CardState.OPEN,
                now.minus(KEPT_FOR).toEpochMilli());
    }

    Optional<Card> find(String id) {
        return CardRow.<CardRow>findByIdOptional(id).map(this::card);
    }

    /** Those that wait: a few for each turn that runs. */
    List<Card> allOpen() {
        return CardRow.<CardRow>list("state = ?1 order by ordinal", CardState.OPEN).stream()
                .map(this::card)
                .toList();
    }

    /** Cards in the order in which they were opened. */
    List<Card> page(Page page, Optional<Boolean> open, Optional<String> conversation) {
        String state = open.map(wanted -> wanted ? " and state = :open" : " and state <> :open")
                .orElse(" and :open is not null");
        return CardRow.<CardRow>find(
                        "ordinal > :after and (:conversation = '' or conversationId = :conversation)" + state
                                + " order by ordinal",
                        Map.of("after", page.after(), "conversation", conversation.orElse(""), "open", CardState.OPEN))
                .page(0, page.limit())
                .stream()
                .map(this::card)
                .toList();
    }

    /** The newest of those that are open, or are not, in the order in which they were opened. */
    List<Card> newest(boolean open, int limit) {
        return CardRow.<CardRow>find("state " + (open ? "=" : "<>") + " ?1 order by ordinal desc", CardState.OPEN)
                .page(0, limit)
                .stream()
                .map(this::card)
                .toList()
                .reversed();
    }

    boolean granted(String conversation, GrantKey key) {
        return GrantRow.findByIdOptional(new GrantRow.Key(conversation, key.tool(), key.program()))
                .isPresent();
    }

    List<GrantKey> grants(String conversation) {
        return GrantRow.<GrantRow>list("conversationId = ?1 order by createdAt, tool, program", conversation).stream()
                .map(row -> new GrantKey(row.tool, row.program))
                .toList();
    }

    /** Takes back all that was granted; how much that was. */
    long revoke(String conversation) {
        return GrantRow.delete("conversationId", conversation);
    }

    private Changed changed(CardRow row, String type) {
        Card card = card(row);
        return new Changed(card, inbox.add(card, type));
    }

    private Card card(CardRow row) {
        boolean permission = row.kind == Card.Kind.PERMISSION;
        return new Card(
                row.id,
                row.ordinal,
                row.kind,
                row.conversationId,
                row.turnId,
                row.botId,
                permission ? Optional.of(row.tool) : Optional.empty(),
                permission ? Optional.of(row.body) : Optional.empty(),
                permission ? Optional.empty() : Optional.of(row.body),
                read(row.choices),
                Optional.ofNullable(row.grantProgram).map(program -> new GrantKey(row.tool, program)),
                row.state,
                Optional.of(row.answer).filter(text -> !text.isEmpty()),
                Optional.of(row.closedBy).filter(text -> !text.isEmpty()),
                Instant.ofEpochMilli(row.createdAt),
                Instant.ofEpochMilli(row.expiresAt),
                Optional.ofNullable(row.closedAt).map(Instant::ofEpochMilli));
    }

    private String written(List<String> choices) {
        try {
            return json.writeValueAsString(choices);
        } catch (JsonProcessingException bug) {
            throw new UncheckedIOException("a list of choices cannot be written as JSON", bug);
        }
    }

    private List<String> read(String choices) {
        try {
            return List.of(json.readValue(choices, String[].class));
        } catch (JsonProcessingException damaged) {
            throw new UncheckedIOException("messages.db: a card's choices cannot be read", damaged);
        }
    }
}
