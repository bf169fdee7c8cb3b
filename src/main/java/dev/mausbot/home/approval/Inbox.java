package dev.mausbot.home.approval;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mausbot.home.turn.StoredEvent;
import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.util.List;

/**
 * The inbox's event stream as it is stored: an event for each card that is opened or closed, with how many are open since.
 * A reader who comes with no id, or with one that is not known any more, is told how it stands now and gets what follows.
 */
@Singleton
@Transactional
class Inbox {
    /** The name of the stream in the feeds; no turn is called so. */
    static final String STREAM = "cards";

    /** Where a reader begins that has seen nothing. */
    static final long NOTHING_SEEN = -1;

    private static final int PAGE = 200;
    private static final int KEPT = 10_000;

    private final EntityManager entities;
    private final ObjectMapper json;

    Inbox(EntityManager entities, ObjectMapper json) {
        this.entities = entities;
        this.json = json;
    }

    /** Adds an event in the transaction that changes the card. */
    StoredEvent add(Card card, String type) {
        CardEventRow row = new CardEventRow();
        row.seq = last() + 1;
        row.type = type;
        ObjectNode data = event(card).put("open", open());
        row.data = data.toString();
        row.at = System.currentTimeMillis();
        row.persist();
        CardEventRow.delete("seq <= ?1", row.seq - KEPT);
        return new StoredEvent(row.seq, row.type, row.data);
    }

    /** What is told of a card; the card itself is asked for by its id. */
    ObjectNode event(Card card) {
        ObjectNode data = json.createObjectNode()
                .put("card", card.id())
                .put("kind", card.kind().name())
                .put("state", card.state().name())
                .put("conversation", card.conversation())
                .put("turn", card.turn())
                .put("bot", card.bot())
                .put("expiresAt", card.expiresAt().toString());
        card.tool().ifPresent(tool -> data.put("tool", tool));
        card.answer().ifPresent(answer -> data.put("answer", answer));
        card.closedBy().ifPresent(by -> data.put("closedBy", by));
        return data;
    }

    /** The events after one, or how it stands now. */
    List<StoredEvent> after(long id) {
        long last = last();
        long first = entities.createQuery("select coalesce(min(e.seq), 1) from CardEventRow e", Long.class)
                .getSingleResult();
        if (id < first - 1 || id > last) {
            ObjectNode now = json.createObjectNode().put("open", open());
            return List.of(new StoredEvent(last, "inbox", now.toString()));
        }
        return CardEventRow.<CardEventRow>find("seq > ?1 order by seq", id).page(0, PAGE).stream()
                .map(row -> new StoredEvent(row.seq, row.type, row.data))
                .toList();
    }

    /** The id of its last event; 0 if there was none. */
    long last() {
        return entities.createQuery("select coalesce(max(e.seq), 0) from CardEventRow e", Long.class)
                .getSingleResult();
    }

    /** How many cards wait for the owner. */
    long open() {
        return CardRow.count("state", CardState.OPEN);
    }
}
