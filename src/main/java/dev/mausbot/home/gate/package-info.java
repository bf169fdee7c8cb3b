/**
 * The ways out of a box: who calls, which addresses are public, and the sockets that belong to one box.
 */
@NullMarked
package dev.mausbot.home.gate;

import org.jspecify.annotations.NullMarked;
