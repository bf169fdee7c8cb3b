/**
 * How an engine's sign-in gets its callback: the owner's browser cannot reach the loopback of a box, so what it was sent
 * to is pasted and goes in through a connection that the box itself has dialled.
 */
@NullMarked
package dev.mausbot.home.relay;

import org.jspecify.annotations.NullMarked;
