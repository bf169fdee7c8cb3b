package dev.mausbot.home.turn;

import static org.awaitility.Awaitility.await;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Bots, conversations and turns for a test, in the store of the server under test. */
@Singleton
final class TurnFixture {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Workshop shop;

    TurnFixture(Workshop shop) {
        this.shop = shop;
    }

    Workshop shop() {
        return shop;
    }

    /** Turns of their own queue, over the same store. */
    Turns turns(int atOnce, Duration timeLimit) {
        Turns turns = unopened(atOnce, timeLimit);
        turns.open();
        return turns;
    }

    /** The same before the home has attacked its boxes. */
    Turns unopened(int atOnce, Duration timeLimit) {
        TurnLimits limits = new TurnLimits(
                atOnce, timeLimit, shop.limits().workspaces(), shop.limits().home(), Map.of());
        return new Turns(new Workshop(
                shop.bots(),
                shop.conversations(),
                shop.store(),
                shop.feeds(),
                shop.writer(),
                shop.engines(),
                shop.launcher(),
                shop.keys(),
                shop.servers(),
                limits));
    }

    String conversation(String engine) {
        return conversation(engine, Place.BOX, Optional.empty());
    }

    String conversation(String engine, Place place, Optional<String> folder) {
        Bot bot = shop.bots().add(new NewBot("Ada", engine, Optional.of(place), Optional.empty(), Optional.empty()));
        return shop.conversations()
                .add(new NewConversation(bot.id(), Optional.empty(), folder))
                .orElseThrow()
                .id();
    }

    Turn submit(Turns turns, String conversation, String message) {
        return ((Turns.Submitted.Queued) turns.submit(conversation, message)).turn();
    }

    Turn untilOver(String turn) {
        await().atMost(PATIENCE)
                .until(() -> shop.store().find(turn).orElseThrow().state().over());
        return shop.store().find(turn).orElseThrow();
    }

    Turn untilStarted(String turn) {
        await().atMost(PATIENCE).until(() -> shop.store().lastEvent(turn) >= 1);
        return shop.store().find(turn).orElseThrow();
    }

    List<StoredEvent> events(String turn) {
        List<StoredEvent> all = new ArrayList<>();
        List<StoredEvent> page = shop.store().events(turn, 0);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = shop.store().events(turn, page.getLast().id());
        }
        return all;
    }

    /** Lets a script go on that waits for {@code go} with {@link #WAIT}. */
    void go(String conversation) {
        String bot = shop.conversations().find(conversation).orElseThrow().bot();
        try {
            Files.createFile(shop.limits().workspaces().resolve(Path.of(bot, "go")));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Waits for {@link #go}. */
    static final String WAIT = "while [ ! -e go ]; do sleep 0.05; done\n";
}
