package dev.mausbot.home.web;

/**
 * What stands around every view.
 *
 * @param title of the view
 * @param place which entry of the navigation it is
 * @param open how many cards wait for the owner
 * @param cursor the id of the inbox's event that this was true at
 * @param state what the home does, see {@code report.HomeState}
 * @param score of the last self-check, such as {@code 29/29}; empty if there was none
 * @param sound whether that one passed
 */
public record Frame(String title, String place, long open, long cursor, String state, String score, boolean sound) {
    /** Whether the navigation marks this entry. */
    public boolean is(String entry) {
        return place.equals(entry);
    }

    /** The same around a view of another title. */
    Frame titled(String other) {
        return new Frame(other, place, open, cursor, state, score, sound);
    }
}
