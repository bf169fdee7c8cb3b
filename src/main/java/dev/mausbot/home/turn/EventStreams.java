package dev.mausbot.home.turn;

import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.regex.Pattern;

/**
 * {@code GET /api/turns/{id}/events}: a turn's events as an event stream (WHATWG HTML, section 9.2), those that are stored
 * and then those to come. A plain route instead of a resource, because it has to know how far behind its reader is.
 */
@Singleton
public class EventStreams {
    /** Before the framework's resources, which have a path of the same beginning. */
    private static final int EARLY = -1;

    private static final Pattern EVENT_ID = Pattern.compile("[0-9]{1,15}");

    private final Vertx vertx;
    private final TurnStore store;
    private final Feeds feeds;

    EventStreams(Vertx vertx, TurnStore store, Feeds feeds) {
        this.vertx = vertx;
        this.store = store;
        this.feeds = feeds;
    }

    void route(@Observes Router router) {
        router.get("/api/turns/:id/events").order(EARLY).handler(this::open);
    }

    private void open(RoutingContext context) {
        OptionalLong after = after(lastSeen(context));
        if (after.isEmpty()) {
            Problems.answer(context, 400, "Last-Event-ID is not the id of an event.");
            return;
        }
        String turn = context.pathParam("id");
        vertx.executeBlocking(() -> standing(turn, after.getAsLong()), /* ordered= */ false)
                .onFailure(context::fail)
                .onSuccess(standing -> {
                    switch (standing) {
                        case NO_TURN -> Problems.answer(context, 404, "There is no such turn.");
                        case AHEAD -> Problems.answer(context, 400, "Last-Event-ID is not the id of an event.");
                        // WHATWG HTML, 9.2.2: a reader that comes again after the end is told to stay away.
                        case NOTHING_MORE ->
                            context.response().setStatusCode(204).end();
                        case MORE -> serve(context, turn, after.getAsLong(), cursor -> store.events(turn, cursor));
                    }
                });
    }

    /**
     * The id of the last event that a reader has: what it comes back with, else what its page was made with ({@code
     * ?after=}), for a browser's first request of a stream takes no header.
     */
    public static Optional<String> lastSeen(RoutingContext context) {
        return Optional.ofNullable(context.request().getHeader("Last-Event-ID"))
                .or(() -> Optional.ofNullable(context.request().getParam("after")));
    }

    /**
     * Serves a stream of stored events: those after an id, and then those to come, each once.
     *
     * @param context on its own event loop
     * @param stream the name under which {@link Feeds} tells of new ones
     * @param stored reads the events after an id, bounded; none if there are none yet. May block
     */
    public void serve(RoutingContext context, String stream, long after, LongFunction<List<StoredEvent>> stored) {
        new EventReader(vertx, context, stream, after, stored, feeds).start();
    }

    private Standing standing(String turn, long after) {
        Optional<Turn> found = store.find(turn);
        if (found.isEmpty()) {
            return Standing.NO_TURN;
        }
        long last = store.lastEvent(turn);
        if (after > last) {
            return Standing.AHEAD;
        }
        return after == last && found.get().state().over() ? Standing.NOTHING_MORE : Standing.MORE;
    }

    private static OptionalLong after(Optional<String> header) {
        String id = header.orElse("0");
        return EVENT_ID.matcher(id).matches() ? OptionalLong.of(Long.parseLong(id)) : OptionalLong.empty();
    }

    /** Where a reader stands. */
    private enum Standing {
        NO_TURN,
        AHEAD,
        NOTHING_MORE,
        MORE
    }
}
