package dev.mausbot.home.web;

/** A session as it is listed; {@code current} is the one that looks. */
public record SessionView(
        String id, String label, String kind, Moment begun, Moment seen, Moment ends, boolean current) {}
