package dev.mausbot.home.selfcheck;

/** Makes another request of a request's header, all of it from the first line to the empty one. */
@FunctionalInterface
interface Disguise {
    String of(String head);
}
