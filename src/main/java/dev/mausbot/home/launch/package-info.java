/**
 * One box with its gates, opened and closed as one.
 */
@NullMarked
package dev.mausbot.home.launch;

import org.jspecify.annotations.NullMarked;
