package dev.mausbot.home.turn;

/** A request for a turn: what the owner says, at most 1 MiB of UTF-8. */
record NewTurn(String message) {
    NewTurn {
        Fields.text("message", message, 1 << 20);
    }
}
