/**
 * What was decided, by whom and about what: one sink that every gate writes to.
 */
@NullMarked
package dev.mausbot.home.audit;

import org.jspecify.annotations.NullMarked;
