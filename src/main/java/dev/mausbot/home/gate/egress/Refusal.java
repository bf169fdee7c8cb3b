package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import java.io.Serial;

/** What a parser of this room throws when it will not go on; carries the reason and no stack, being an ordinary outcome. */
final class Refusal extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final Reason reason;

    Refusal(Reason reason) {
        super(reason.sentence(), null, false, false);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
