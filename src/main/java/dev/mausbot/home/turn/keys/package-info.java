/**
 * The owner's provider keys: sealed in the store, shown to nobody, handed to turns. Other parts of this room seal with the
 * same {@link dev.mausbot.home.turn.keys.Vault}.
 */
@NullMarked
package dev.mausbot.home.turn.keys;

import org.jspecify.annotations.NullMarked;
