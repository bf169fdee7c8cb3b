/**
 * Counting failures by where they came from.
 */
@NullMarked
package dev.mausbot.home.auth.lockout;

import org.jspecify.annotations.NullMarked;
