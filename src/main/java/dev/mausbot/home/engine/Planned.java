package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;

/** What an engine makes of a request. */
public sealed interface Planned {
    /** It can run, like this. */
    record Ready(LaunchPlan plan) implements Planned {}

    /** It cannot run; the reason says what is missing and what to do about it, in words for the owner. */
    record Refused(String reason) implements Planned {}
}
