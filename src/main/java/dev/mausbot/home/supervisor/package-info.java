/**
 * The root side: checks and hardens the machine, then starts the server as an ordinary user and keeps it running. Plain
 * Java and the system's own tools, because root should run little.
 */
@NullMarked
package dev.mausbot.home.supervisor;

import org.jspecify.annotations.NullMarked;
