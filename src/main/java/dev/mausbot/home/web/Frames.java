package dev.mausbot.home.web;

import dev.mausbot.home.approval.CardResource;
import dev.mausbot.home.report.HomeState;
import jakarta.inject.Singleton;
import java.util.Locale;

/** Makes what stands around a view. To be asked before the view is read: what happens in between is then streamed. */
@Singleton
record Frames(CardResource cards, HomeState home) {
    Frame of(String title, String place) {
        long cursor = cards.cursor();
        return new Frame(title, place, cards.open(), cursor, home.now().name().toLowerCase(Locale.ROOT));
    }
}
