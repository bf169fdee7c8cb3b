package dev.mausbot.home.turn;

/** A field of a request is not as it must be; the message names it and goes to whoever sent it. */
public final class BadField extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public BadField(String field, String fault) {
        super("field " + field + " " + fault);
    }
}
