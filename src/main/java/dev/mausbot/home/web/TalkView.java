package dev.mausbot.home.web;

import java.util.List;

/**
 * A conversation as its view's head shows it.
 *
 * @param approvals whether it asks before it acts; empty if it need not be said, because its engine cannot
 * @param grants what it may do without asking, in words
 * @param older the ordinal before which there may be more turns; 0 if there are none
 */
public record TalkView(
        String id,
        String title,
        String bot,
        String botName,
        String engine,
        String approvals,
        String folder,
        List<String> grants,
        long older) {
    public TalkView {
        grants = List.copyOf(grants);
    }
}
