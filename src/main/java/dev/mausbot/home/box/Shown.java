package dev.mausbot.home.box;

/** Other programs' words, made fit to be shown in one line of ours. */
final class Shown {
    private static final int LONGEST = 300;

    private Shown() {}

    /** Without control characters, and no longer than a line should be. */
    static String line(String text) {
        String clean = text.strip().replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
        return clean.length() <= LONGEST ? clean : clean.substring(0, LONGEST) + " …";
    }
}
