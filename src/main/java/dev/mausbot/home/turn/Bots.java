package dev.mausbot.home.turn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.Engines;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The bots that are stored. */
@Singleton
@Transactional
class Bots {
    private final ObjectMapper json;
    private final Engines engines;

    Bots(ObjectMapper json, Engines engines) {
        this.json = json;
        this.engines = engines;
    }

    Bot add(NewBot wanted) {
        BotRow row = new BotRow();
        row.id = UUID.randomUUID().toString();
        row.ordinal = Ordinals.next(BotRow.getEntityManager(), BotRow.class);
        row.name = wanted.name();
        row.engine = wanted.engine();
        row.place = wanted.place().orElse(Place.BOX);
        row.model = wanted.model().orElse(null);
        row.domains = wanted.domains().map(this::written).orElse(null);
        row.approvals = wanted.approvals().orElseGet(() -> usual(wanted.engine()));
        row.createdAt = System.currentTimeMillis();
        row.persist();
        return bot(row);
    }

    /** A bot whose engine can ask does, until its owner says otherwise. */
    private Approvals usual(String engine) {
        return engines.byId(engine).filter(Engine::asks).isPresent() ? Approvals.ASK : Approvals.FULL;
    }

    /** Sets whether it asks, from its next turn on; empty if there is no such bot. */
    Optional<Bot> set(String id, Approvals approvals) {
        return BotRow.<BotRow>findByIdOptional(id).map(row -> {
            row.approvals = approvals;
            return bot(row);
        });
    }

    Optional<Bot> find(String id) {
        return BotRow.<BotRow>findByIdOptional(id).map(this::bot);
    }

    /** The bots in the order in which they were made. */
    List<Bot> page(Page page) {
        return BotRow.<BotRow>find("ordinal > ?1 order by ordinal", page.after()).page(0, page.limit()).stream()
                .map(this::bot)
                .toList();
    }

    private Bot bot(BotRow row) {
        return new Bot(
                row.id,
                row.ordinal,
                row.name,
                row.engine,
                row.place,
                Optional.ofNullable(row.model),
                read(row.domains),
                row.approvals,
                Instant.ofEpochMilli(row.createdAt));
    }

    private String written(Domains domains) {
        try {
            return json.writeValueAsString(domains);
        } catch (JsonProcessingException bug) {
            throw new UncheckedIOException("a list of domains cannot be written as JSON", bug);
        }
    }

    private Optional<Domains> read(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(json.readValue(text, Domains.class));
        } catch (JsonProcessingException damaged) {
            // Never "no list": that would allow everything.
            throw new UncheckedIOException("messages.db: a bot's list of domains cannot be read", damaged);
        }
    }
}
