package dev.mausbot.home.web;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A turn as it is shown.
 *
 * @param reason why it did not finish, where no part of it says so
 * @param position its place among those that wait; 0 if it does not
 * @param began when it was started, else when it was sent
 * @param seconds how long it took, or has taken so far
 * @param cards those of its cards that are still kept, by their ids
 * @param cursor the id of the last event that is in {@code parts}: the stream goes on after it
 * @param whole whether all of its events up to now are in {@code parts}
 */
public record TurnStory(
        String id,
        String conversation,
        String message,
        String state,
        String reason,
        int position,
        Moment sent,
        Moment began,
        long seconds,
        List<Part> parts,
        Map<String, CardView> cards,
        long cursor,
        boolean over,
        boolean whole) {
    public TurnStory {
        parts = List.copyOf(parts);
        cards = Map.copyOf(cards);
    }

    /** The card of this id, or none if it is not kept any more. */
    public List<CardView> card(String card) {
        return Optional.ofNullable(cards.get(card)).stream().toList();
    }

    /** How long it took, or has taken so far. */
    public String took() {
        return seconds < 60
                ? seconds + " s"
                : seconds < 3600
                        ? "%d min %d s".formatted(seconds / 60, seconds % 60)
                        : "%d h %d min".formatted(seconds / 3600, seconds / 60 % 60);
    }

    /** Whether the page has to follow its stream. */
    public boolean live() {
        return !over || !whole;
    }

    /**
     * A part of what a bot did.
     *
     * @param kind {@code said}, {@code thinking}, {@code tool}, {@code out}, {@code err}, {@code status}, {@code failed},
     *     {@code note} or {@code card}
     * @param id of a tool's call, or of a card
     * @param title a tool's name
     * @param text the words; of a tool, its input
     * @param output what a tool answered
     * @param state of a tool: {@code running}, {@code done} or {@code failed}
     */
    public record Part(String kind, String id, String title, String text, String output, String state) {
        static Part of(String kind, String text) {
            return new Part(kind, "", "", text, "", "");
        }

        /** Whether it is of this kind. */
        public boolean is(String wanted) {
            return kind.equals(wanted);
        }

        Part with(String more) {
            return new Part(kind, id, title, text + more, output, state);
        }

        Part answered(String answer, boolean failed) {
            return new Part(kind, id, title, text, output + answer, failed ? "failed" : "done");
        }
    }
}
