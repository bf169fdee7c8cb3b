package dev.mausbot.home.web;

import java.util.List;

/**
 * A bot on the first page.
 *
 * @param talks its conversations, the newest first
 */
public record BotView(String id, String name, String engine, String model, String approvals, List<Talk> talks) {
    public BotView {
        talks = List.copyOf(talks);
    }

    /** A conversation as a line. */
    public record Talk(String id, String title, Moment begun) {}
}
