package dev.mausbot.home.web;

import java.util.List;

/**
 * The first page.
 *
 * @param bots a page of them
 * @param more the ordinal after which there may be more bots; 0 if there are none
 * @param ready engines that a turn could be run with now
 * @param missing engines that lack something
 */
public record HomeView(List<BotView> bots, long more, List<EngineView> ready, List<EngineView> missing) {
    public HomeView {
        bots = List.copyOf(bots);
        ready = List.copyOf(ready);
        missing = List.copyOf(missing);
    }
}
