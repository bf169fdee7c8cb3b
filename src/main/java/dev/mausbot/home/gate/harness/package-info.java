/**
 * The way to this server's own internal routes, and to nothing else of it.
 */
@NullMarked
package dev.mausbot.home.gate.harness;

import org.jspecify.annotations.NullMarked;
