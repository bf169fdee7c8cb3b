/**
 * The way to the public internet: an HTTP proxy that decides about, and dials, one and the same address.
 */
@NullMarked
package dev.mausbot.home.gate.egress;

import org.jspecify.annotations.NullMarked;
