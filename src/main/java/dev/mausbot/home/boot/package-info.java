/**
 * What the program is told when it starts: settings read and checked as a whole, and secrets in a type of their own.
 */
@NullMarked
package dev.mausbot.home.boot;

import org.jspecify.annotations.NullMarked;
