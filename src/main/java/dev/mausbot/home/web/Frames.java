package dev.mausbot.home.web;

import dev.mausbot.home.approval.CardResource;
import dev.mausbot.home.report.HomeState;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import dev.mausbot.home.selfcheck.SelfChecks;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Optional;

/** Makes what stands around a view. To be asked before the view is read: what happens in between is then streamed. */
@Singleton
record Frames(CardResource cards, HomeState home, SelfChecks checks) {
    Frame of(String title, String place) {
        long cursor = cards.cursor();
        Optional<SelfCheckResult> last = checks.last();
        return new Frame(
                title,
                place,
                cards.open(),
                cursor,
                home.now().name().toLowerCase(Locale.ROOT),
                last.map(SelfCheckResult::score).orElse(""),
                last.filter(SelfCheckResult::passed).isPresent());
    }
}
