/**
 * The home attacks itself: what must hold inside a box, tried from inside one that was started as every bot's is.
 */
@NullMarked
package dev.mausbot.home.selfcheck;

import org.jspecify.annotations.NullMarked;
