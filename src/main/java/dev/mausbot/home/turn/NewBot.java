package dev.mausbot.home.turn;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A request to make a bot. Whether its engine is there is asked when a turn starts: it may be installed later.
 *
 * @param place the box if it is absent
 * @param approvals if it is absent {@code ASK} with an engine that can ask, else {@code FULL}
 */
public record NewBot(
        String name,
        String engine,
        Optional<Place> place,
        Optional<String> model,
        Optional<Domains> domains,
        Optional<Approvals> approvals) {
    private static final Pattern ENGINE = Pattern.compile("[a-z][a-z0-9-]*");
    // It becomes an argument of the engine's command line: never an option.
    private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@\\[\\]-]*");

    public NewBot {
        Fields.line("name", name, 200);
        Fields.matching("engine", engine, 40, ENGINE, "is not an engine's id (a-z, 0-9, -)");
        model.ifPresent(named -> Fields.matching("model", named, 200, MODEL, "is not a model's name"));
    }
}
