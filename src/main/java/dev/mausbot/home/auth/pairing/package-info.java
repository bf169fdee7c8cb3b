/**
 * Pairing: how the owner signs in, once, with something short that somebody entitled made. Plain Java.
 */
@NullMarked
package dev.mausbot.home.auth.pairing;

import org.jspecify.annotations.NullMarked;
