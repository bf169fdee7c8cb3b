package dev.mausbot.home.boot;

/** What a machine is to the fleet that it belongs to ({@code OMB_CLOUD_ROLE}). */
public enum Role {
    /** One person's home. */
    HOME,
    /** A team's home: several audiences, each with an engine home of its own. */
    TEAM
}
