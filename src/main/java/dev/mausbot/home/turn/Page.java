package dev.mausbot.home.turn;

/**
 * Which part of a list is asked for.
 *
 * @param after the ordinal of the last entry seen; 0 for the beginning
 * @param limit how many at most, 1 to {@value #MOST}
 */
public record Page(long after, int limit) {
    public static final int MOST = 200;

    public Page {
        if (after < 0) {
            throw new BadField("after", "is negative");
        }
        if (limit < 1 || limit > MOST) {
            throw new BadField("limit", "is not between 1 and " + MOST);
        }
    }
}
