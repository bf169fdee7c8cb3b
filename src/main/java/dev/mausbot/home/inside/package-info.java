/**
 * The programs that run inside a box. They use nothing of ours, so that they start quickly and cannot leak.
 */
@NullMarked
package dev.mausbot.home.inside;

import org.jspecify.annotations.NullMarked;
