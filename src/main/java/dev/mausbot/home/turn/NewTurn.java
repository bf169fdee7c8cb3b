package dev.mausbot.home.turn;

/** A request for a turn: what the owner says, at most 1 MiB of UTF-8. */
public record NewTurn(String message) {
    public NewTurn {
        Fields.text("message", message, 1 << 20);
    }
}
