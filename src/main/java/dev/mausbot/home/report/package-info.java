/**
 * What the home says about its own state.
 */
@NullMarked
package dev.mausbot.home.report;

import org.jspecify.annotations.NullMarked;
