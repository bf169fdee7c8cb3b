/** Measures what boxes, gates and bridges cost, against named peers in the same run; see {@code docs/performance.md}. */
@NullMarked
package dev.mausbot.home.bench;

import org.jspecify.annotations.NullMarked;
