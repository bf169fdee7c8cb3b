package dev.mausbot.home.approval;

import dev.mausbot.home.turn.EventStreams;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.regex.Pattern;

/**
 * {@code GET /api/cards/events}: the inbox as an event stream that does not end. Its first event says how many cards are
 * open ({@code inbox}), unless the reader comes back with an id: then what it missed comes first. Each one once, none lost.
 */
@Singleton
class CardStream {
    /** Before the framework's resources, which have a path of the same beginning. */
    private static final int EARLY = -1;

    private static final Pattern EVENT_ID = Pattern.compile("[0-9]{1,15}");

    private final EventStreams streams;
    private final Inbox inbox;

    CardStream(EventStreams streams, Inbox inbox) {
        this.streams = streams;
        this.inbox = inbox;
    }

    void route(@Observes Router router) {
        router.get("/api/cards/events").order(EARLY).handler(this::open);
    }

    private void open(RoutingContext context) {
        long after = EventStreams.lastSeen(context)
                .filter(id -> EVENT_ID.matcher(id).matches())
                .map(Long::parseLong)
                .orElse(Inbox.NOTHING_SEEN);
        streams.serve(context, Inbox.STREAM, after, inbox::after);
    }
}
