package dev.mausbot.home.box;

import java.io.Serial;

/** Why a box cannot be made as asked; its message is for the owner. Does not leave this room: see {@link Started}. */
final class BoxRefusal extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final String reason;

    BoxRefusal(String reason) {
        super(reason);
        this.reason = reason;
    }

    BoxRefusal(String reason, Throwable cause) {
        super(reason, cause);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
