/**
 * Bots, conversations, messages and turns: kept, run one at a time per conversation, and streamed.
 */
@NullMarked
package dev.mausbot.home.turn;

import org.jspecify.annotations.NullMarked;
