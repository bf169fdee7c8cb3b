package dev.mausbot.home.box;

import java.nio.file.Path;

/** One step in the making of what a box sees. */
sealed interface Mount {
    /** Where in the box it is. */
    Path at();

    /** The host's {@code source}, read-only. */
    record ReadOnly(Path source, Path at) implements Mount {}

    /** The host's {@code source}, read-write. */
    record Writable(Path source, Path at) implements Mount {}

    /** An empty private folder that holds at most {@code size} bytes, with the given mode. */
    record Private(Path at, long size, int mode) implements Mount {}

    /** A link, as the host has it. */
    record Link(Path target, Path at) implements Mount {}

    /** The box's own {@code /proc}. */
    record Proc(Path at) implements Mount {}

    /** The box's own {@code /dev}: null, zero, full, random, urandom, tty and terminals of its own. */
    record Devices(Path at) implements Mount {}
}
