package dev.mausbot.home.turn;

import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The conversations that are stored, with what was said and noted in them. */
@Singleton
@Transactional
class Conversations {
    /** Messages may be 1 MiB each: a page of them is bounded by what they hold, too. */
    private static final long PAGE_CHARS = 2 << 20;

    /** Begins one; empty if there is no such bot. */
    Optional<Conversation> add(NewConversation wanted) {
        return BotRow.<BotRow>findByIdOptional(wanted.bot()).map(bot -> {
            ConversationRow row = new ConversationRow();
            row.id = UUID.randomUUID().toString();
            row.ordinal = Ordinals.next(ConversationRow.getEntityManager(), ConversationRow.class);
            row.botId = bot.id;
            row.title = wanted.title().orElse(null);
            row.folder = wanted.folder().orElse(null);
            row.createdAt = System.currentTimeMillis();
            row.persist();
            return conversation(row);
        });
    }

    Optional<Conversation> find(String id) {
        return ConversationRow.<ConversationRow>findByIdOptional(id).map(Conversations::conversation);
    }

    /** The conversations in the order in which they began. */
    List<Conversation> page(Page page) {
        return ConversationRow.<ConversationRow>find("ordinal > ?1 order by ordinal", page.after())
                .page(0, page.limit())
                .stream()
                .map(Conversations::conversation)
                .toList();
    }

    /** The newest conversations of a bot before one of them, the newest first. */
    List<Conversation> newest(String bot, long before, int limit) {
        return ConversationRow.<ConversationRow>find("botId = ?1 and ordinal < ?2 order by ordinal desc", bot, before)
                .page(0, limit)
                .stream()
                .map(Conversations::conversation)
                .toList();
    }

    /** How the first message of a conversation begins, in so many characters; empty if nothing was said yet. */
    Optional<String> beginning(String conversation, int chars) {
        return MessageRow.getEntityManager()
                .createQuery(
                        "select substring(m.text, 1, ?2) from MessageRow m where m.conversationId = ?1 order by m.ordinal",
                        String.class)
                .setParameter(1, conversation)
                .setParameter(2, chars)
                .setMaxResults(1)
                .getResultStream()
                .findFirst();
    }

    /** What was said, in its order; a page may be shorter than asked for, and is empty only at the end. */
    List<Message> messages(String conversation, Page page) {
        try (Stream<MessageRow> rows = MessageRow.stream(
                "conversationId = ?1 and ordinal > ?2 order by ordinal", conversation, page.after())) {
            return new Bounds(page.limit(), PAGE_CHARS)
                    .of(rows.map(MessageRow::message), message -> message.text().length());
        }
    }

    List<Note> notes(String conversation, Page page) {
        return NoteRow.<NoteRow>find(
                        "conversationId = ?1 and ordinal > ?2 order by ordinal", conversation, page.after())
                .page(0, page.limit())
                .stream()
                .map(NoteRow::note)
                .toList();
    }

    /** Keeps the engine's session for the conversation's next turn. */
    void remember(String conversation, String engine, String session) {
        ConversationRow row = ConversationRow.findById(conversation);
        row.session = session;
        row.sessionEngine = engine;
    }

    private static Conversation conversation(ConversationRow row) {
        BotRow bot = Objects.requireNonNull(BotRow.findById(row.botId), "a foreign key keeps it there");
        return new Conversation(
                row.id,
                row.ordinal,
                row.botId,
                Optional.ofNullable(row.title),
                Optional.ofNullable(row.folder).map(Path::of),
                // A session of the engine that the bot had before says nothing to the one it has now.
                Optional.ofNullable(row.session).filter(session -> bot.engine.equals(row.sessionEngine)),
                Instant.ofEpochMilli(row.createdAt));
    }
}
