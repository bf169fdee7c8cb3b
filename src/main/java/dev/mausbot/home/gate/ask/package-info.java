/**
 * The way by which what runs in a box asks the home's owner.
 */
@NullMarked
package dev.mausbot.home.gate.ask;

import org.jspecify.annotations.NullMarked;
