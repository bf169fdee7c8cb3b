/**
 * Can this host run a box? What is looked at, what was found, and the command that mends it.
 */
@NullMarked
package dev.mausbot.home.doctor;

import org.jspecify.annotations.NullMarked;
