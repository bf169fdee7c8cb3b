package dev.mausbot.home.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.turn.StoredEvent;
import dev.mausbot.home.turn.Turn;
import dev.mausbot.home.turn.TurnHistory;
import dev.mausbot.home.turn.TurnResource;
import dev.mausbot.home.turn.TurnView;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Reads turns as they are shown. */
@Singleton
record TurnStories(TurnHistory history, TurnResource turns, ObjectMapper json) {
    /** Of one turn, on a page; the stream brings the rest. */
    private static final int MOST_CHARS = 256 * 1024;

    TurnStory of(TurnHistory.Past past) {
        List<StoredEvent> events = history.events(past.turn().id(), 0, MOST_CHARS);
        // After its events: one that ends in between is told to the end by its stream.
        TurnView view = turns.get(past.turn().id());
        Turn turn = view.turn();
        boolean ended = !events.isEmpty() && events.getLast().type().equals("ended");
        Instant began = turn.startedAt().orElse(turn.createdAt());
        return new TurnStory(
                turn.id(),
                turn.conversation(),
                past.message(),
                turn.state().name().toLowerCase(Locale.ROOT),
                turn.reason().orElse(""),
                view.position(),
                new Moment(turn.createdAt()),
                new Moment(began),
                Duration.between(began, turn.endedAt().orElseGet(Instant::now)).toSeconds(),
                new Storyteller(json).tell(events),
                events.isEmpty() ? 0 : events.getLast().id(),
                turn.state().over(),
                ended);
    }
}
