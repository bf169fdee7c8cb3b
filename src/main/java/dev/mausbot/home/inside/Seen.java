package dev.mausbot.home.inside;

/**
 * What one attempt of the {@link Probe} came to.
 *
 * @param holds whether what must hold does
 * @param what what was seen, for a person; no secret
 */
record Seen(boolean holds, String what) {
    static Seen holds(String what) {
        return new Seen(true, what);
    }

    static Seen broken(String what) {
        return new Seen(false, what);
    }
}
