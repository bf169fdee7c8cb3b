package dev.mausbot.home.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.approval.Card;
import dev.mausbot.home.approval.CardResource;
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
import java.util.Map;
import java.util.stream.Collectors;

/** Reads turns as they are shown. */
@Singleton
record TurnStories(TurnHistory history, TurnResource turns, CardResource cards, ObjectMapper json) {
    /** Of one turn, on a page; the stream brings the rest. */
    private static final int MOST_CHARS = 256 * 1024;

    TurnStory of(TurnHistory.Past past) {
        List<StoredEvent> events = history.events(past.turn().id(), 0, MOST_CHARS);
        // After its events: one that ends in between is told to the end by its stream.
        TurnView view = turns.get(past.turn().id());
        Turn turn = view.turn();
        boolean ended = !events.isEmpty() && events.getLast().type().equals("ended");
        Instant began = turn.startedAt().orElse(turn.createdAt());
        List<TurnStory.Part> parts = new Storyteller(json).tell(events);
        return new TurnStory(
                turn.id(),
                turn.conversation(),
                past.message(),
                turn.state().name().toLowerCase(Locale.ROOT),
                turn.reason().filter(reason -> !toldAlready(parts, reason)).orElse(""),
                view.position(),
                new Moment(turn.createdAt()),
                new Moment(began),
                Duration.between(began, turn.endedAt().orElseGet(Instant::now)).toSeconds(),
                parts,
                asked(parts),
                events.isEmpty() ? 0 : events.getLast().id(),
                turn.state().over(),
                ended);
    }

    /** An engine's own word for its failure is the reason, too. */
    private static boolean toldAlready(List<TurnStory.Part> parts, String reason) {
        return !parts.isEmpty()
                && parts.getLast().is("failed")
                && parts.getLast().text().equals(reason);
    }

    private Map<String, CardView> asked(List<TurnStory.Part> parts) {
        return parts.stream()
                .filter(part -> part.is("card"))
                .map(TurnStory.Part::id)
                .distinct()
                .flatMap(id -> cards.find(id).stream())
                .collect(Collectors.toMap(Card::id, CardView::of));
    }
}
