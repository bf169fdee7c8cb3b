package dev.mausbot.home.gate;

import java.util.Objects;

/**
 * Who is on the other end of a box's sockets. One set of sockets belongs to one box, so a gate knows its caller by the
 * socket itself and never asks a request who sent it.
 *
 * @param box the box's id, unique on this machine while it lives; the turn's id until there is a box
 * @param bot the bot whose turn it is
 * @param conversation the conversation that the turn belongs to
 * @param turn the turn
 */
public record Caller(String box, String bot, String conversation, String turn) {
    public Caller {
        Objects.requireNonNull(box, "box");
        Objects.requireNonNull(bot, "bot");
        Objects.requireNonNull(conversation, "conversation");
        Objects.requireNonNull(turn, "turn");
    }

    /** Who asks for a box that is not there yet. */
    public static Caller ofTurn(String bot, String conversation, String turn) {
        return new Caller(turn, bot, conversation, turn);
    }

    /** The same caller in its box. */
    public Caller in(String newBox) {
        return new Caller(newBox, bot, conversation, turn);
    }
}
