/** The program: {@code Main} picks a command, {@code Serve} and {@code Wiring} put the rooms together. */
@NullMarked
package dev.mausbot.home;

import org.jspecify.annotations.NullMarked;
