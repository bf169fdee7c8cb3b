package dev.mausbot.home.approval;

import java.time.Duration;

/**
 * How much may be asked, and for how long.
 *
 * @param patience after this a card is closed as not answered
 * @param open cards of one turn that wait at once
 * @param asked questions of one turn in all, answered by rule or not
 * @param again until another try, where the end of a card could not be stored
 */
public record CardLimits(Duration patience, int open, int asked, Duration again) {
    public static CardLimits usual() {
        return new CardLimits(Duration.ofMinutes(15), 4, 2000, Duration.ofSeconds(30));
    }
}
