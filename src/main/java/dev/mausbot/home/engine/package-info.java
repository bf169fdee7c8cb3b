/**
 * The command-line agents: how each is started and how what it prints is read.
 */
@NullMarked
package dev.mausbot.home.engine;

import org.jspecify.annotations.NullMarked;
