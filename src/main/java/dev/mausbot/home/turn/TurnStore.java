package dev.mausbot.home.turn;

import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The turns that are stored, with their events. Every method is one transaction, on the disk when it returns
 * (synchronous=FULL).
 */
@Singleton
@Transactional
class TurnStore {
    /** What a reader has not taken yet is read again, so little is read at once. */
    private static final Bounds PAGE = new Bounds(200, 128 * 1024);

    private final Map<TurnState, LongAdder> ended = new ConcurrentHashMap<>();

    /** Stores the owner's message and its turn. */
    Turn add(String conversation, String message) {
        TurnRow row = new TurnRow();
        row.id = UUID.randomUUID().toString();
        row.ordinal = Ordinals.next(TurnRow.getEntityManager(), TurnRow.class);
        row.conversationId = conversation;
        row.createdAt = System.currentTimeMillis();
        row.persist();
        say(row, Message.Author.OWNER, message);
        return row.turn();
    }

    Optional<Turn> find(String id) {
        return TurnRow.<TurnRow>findByIdOptional(id).map(TurnRow::turn);
    }

    /** Those that wait, in the order in which they came. */
    List<Turn> queued() {
        return inState(TurnState.QUEUED);
    }

    /** Those that run, or ran when the server went down. */
    List<Turn> running() {
        return inState(TurnState.RUNNING);
    }

    /** What the owner wrote. */
    String message(String turn) {
        return MessageRow.<MessageRow>find("turnId = ?1 and author = ?2", turn, Message.Author.OWNER)
                .singleResult()
                .text;
    }

    /** Says that it runs, before anything is started: what runs is never stored as waiting. */
    void begin(String turn) {
        TurnRow row = row(turn);
        row.state = TurnState.RUNNING;
        row.startedAt = System.currentTimeMillis();
    }

    void append(String turn, List<StoredEvent> events) {
        events.forEach(event -> persist(turn, event));
    }

    void append(String turn, StoredEvent event, String note) {
        persist(turn, event);
        NoteRow row = new NoteRow();
        row.id = UUID.randomUUID().toString();
        row.ordinal = Ordinals.next(NoteRow.getEntityManager(), NoteRow.class);
        row.conversationId = row(turn).conversationId;
        row.turnId = turn;
        row.text = note;
        row.createdAt = System.currentTimeMillis();
        row.persist();
    }

    /** Ends it, with its last event and, if it said anything, the bot's message. */
    void end(String turn, Ending ending, StoredEvent last, String said) {
        TurnRow row = row(turn);
        row.state = ending.state();
        row.reason = ending.reason().isEmpty() ? null : ending.reason();
        row.endedAt = System.currentTimeMillis();
        persist(turn, last);
        if (!said.isBlank()) {
            say(row, Message.Author.BOT, said);
        }
        ended.computeIfAbsent(ending.state(), _ -> new LongAdder()).increment();
    }

    /** How many turns have ended so since the server started; needs no database. */
    @Transactional(Transactional.TxType.SUPPORTS)
    long ended(TurnState state) {
        LongAdder count = ended.get(state);
        return count == null ? 0 : count.sum();
    }

    /** The id of its last event; 0 if it has none. */
    long lastEvent(String turn) {
        return EventRow.getEntityManager()
                .createQuery("select coalesce(max(e.seq), 0) from EventRow e where e.turnId = ?1", Long.class)
                .setParameter(1, turn)
                .getSingleResult();
    }

    /** The events after one, bounded in number and size; empty if there are none yet. */
    List<StoredEvent> events(String turn, long after) {
        try (Stream<EventRow> rows = EventRow.stream("turnId = ?1 and seq > ?2 order by seq", turn, after)) {
            return PAGE.of(rows.map(EventRow::event), event -> event.data().length());
        }
    }

    private static List<Turn> inState(TurnState state) {
        return TurnRow.<TurnRow>list("state = ?1 order by ordinal", state).stream()
                .map(TurnRow::turn)
                .toList();
    }

    private static TurnRow row(String turn) {
        return Objects.requireNonNull(TurnRow.findById(turn), "a turn is never deleted");
    }

    private static void say(TurnRow turn, Message.Author author, String text) {
        MessageRow row = new MessageRow();
        row.id = UUID.randomUUID().toString();
        row.ordinal = Ordinals.next(MessageRow.getEntityManager(), MessageRow.class);
        row.conversationId = turn.conversationId;
        row.turnId = turn.id;
        row.author = author;
        row.text = text;
        row.createdAt = System.currentTimeMillis();
        row.persist();
    }

    private static void persist(String turn, StoredEvent event) {
        EventRow row = new EventRow();
        row.turnId = turn;
        row.seq = event.id();
        row.type = event.type();
        row.data = event.data();
        row.at = System.currentTimeMillis();
        row.persist();
    }
}
