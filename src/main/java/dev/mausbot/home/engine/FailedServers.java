package dev.mausbot.home.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The MCP servers of which an engine says, most on standard error, that they did not connect; each is told once. */
final class FailedServers {
    /** A turn has fewer; what is said beyond them is not believed. */
    private static final int MOST = 64;

    private final Pattern said;
    private final Set<String> told = new HashSet<>();

    /**
     * Made for one engine's words.
     *
     * @param said matches in a line that says so; its first group is the server's name
     */
    FailedServers(Pattern said) {
        this.said = said;
    }

    /** What a line of standard error means: the server that it names, and the line as it is kept and shown. */
    List<TurnEvent> in(String line, ErrorTail errors) {
        Matcher matcher = said.matcher(line);
        List<TurnEvent> events = new ArrayList<>(matcher.find() ? named(matcher.group(1)) : List.of());
        events.add(errors.shown(line));
        return events;
    }

    /** What it means that the engine names one. */
    List<TurnEvent> named(String server) {
        return told.size() < MOST && told.add(server) ? List.of(new TurnEvent.McpServerFailed(server)) : List.of();
    }
}
