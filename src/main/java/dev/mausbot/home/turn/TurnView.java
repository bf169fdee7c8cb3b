package dev.mausbot.home.turn;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A turn as the API shows it.
 *
 * @param position its place among the turns that wait, 1 for the next; 0 if it does not wait
 */
public record TurnView(@JsonUnwrapped Turn turn, int position) {}
