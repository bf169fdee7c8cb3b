package dev.mausbot.home.web;

/**
 * What stands around every view.
 *
 * @param title of the view
 * @param place which entry of the navigation it is
 * @param open how many cards wait for the owner
 * @param cursor the id of the inbox's event that this was true at
 * @param state what the home does, see {@code report.HomeState}
 */
public record Frame(String title, String place, long open, long cursor, String state) {
    /** Whether the navigation marks this entry. */
    public boolean is(String entry) {
        return place.equals(entry);
    }
}
