package dev.mausbot.home.auth;

import java.util.Optional;
import java.util.Set;

/**
 * The owner's or the Admin's word for what is signed in. It is shown in lists and logs: one line of at most
 * {@value #LONGEST} characters, none of which steers a terminal or turns the reading order.
 */
final class Label {
    static final int LONGEST = 64;

    private static final Set<Byte> NOT_SHOWN = Set.of(
            Character.CONTROL,
            Character.FORMAT,
            Character.SURROGATE,
            Character.PRIVATE_USE,
            Character.UNASSIGNED,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR);

    private Label() {}

    /** The label without the spaces around it; empty if it may not be one. */
    static Optional<String> read(String text) {
        return Optional.of(text.strip())
                .filter(label -> !label.isEmpty() && label.length() <= LONGEST)
                .filter(label ->
                        label.codePoints().noneMatch(point -> NOT_SHOWN.contains((byte) Character.getType(point))));
    }
}
