package dev.mausbot.home.turn;

import java.nio.charset.StandardCharsets;

/**
 * An event of a turn as it is stored and streamed.
 *
 * @param id 1, 2, 3 … in its turn, without a gap
 * @param type what kind of event, a word
 * @param data JSON on one line
 */
public record StoredEvent(long id, String type, String data) {
    /** The type of the event that is the last of every turn. */
    static final String ENDED = "ended";

    boolean last() {
        return type.equals(ENDED);
    }

    /** As one event of an event stream (WHATWG HTML, section 9.2). JSON has no raw line end, so no text can break out. */
    byte[] frame() {
        return ("id: " + id + "\nevent: " + type + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }
}
