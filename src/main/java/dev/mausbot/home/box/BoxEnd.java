package dev.mausbot.home.box;

import java.time.Duration;

/**
 * How a box ended.
 *
 * @param exitCode the command's; 128 + n if signal n ended it
 * @param commandStarted false if the box could not be made: then {@code exitCode} is not the command's, and what bwrap
 *     printed on standard error says why
 * @param lasted from start until its last process was gone
 */
public record BoxEnd(int exitCode, boolean commandStarted, Duration lasted) {}
