package dev.mausbot.home.web;

import java.util.List;

/**
 * A bot with its conversations.
 *
 * @param asking whether it asks before it acts, in words; empty if its engine cannot ask
 * @param talks its conversations, the newest first
 * @param older the ordinal before which there are more of them; 0 if there are none
 */
public record BotView(
        String id, String name, String engine, String model, String asking, List<Talk> talks, long older) {
    public BotView {
        talks = List.copyOf(talks);
    }

    /**
     * A conversation as a line.
     *
     * @param title its own, or how it begins
     */
    public record Talk(String id, String title, Moment begun) {}
}
