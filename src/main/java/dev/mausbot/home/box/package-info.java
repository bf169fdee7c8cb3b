/**
 * The box itself: what a boxed process sees, how bubblewrap is told so, and how its life is started, watched and ended.
 */
@NullMarked
package dev.mausbot.home.box;

import org.jspecify.annotations.NullMarked;
