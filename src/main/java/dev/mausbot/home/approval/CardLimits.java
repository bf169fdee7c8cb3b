package dev.mausbot.home.approval;

import java.time.Duration;

/**
 * How much may be asked.
 *
 * @param patience after this a card is closed as not answered
 * @param open cards of one turn that wait at once
 * @param asked questions of one turn in all, answered by rule or not
 */
public record CardLimits(Duration patience, int open, int asked) {
    public static CardLimits usual() {
        return new CardLimits(Duration.ofMinutes(15), 4, 2000);
    }
}
