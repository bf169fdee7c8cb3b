package dev.mausbot.home.launch;

import dev.mausbot.home.gate.harness.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The bearer of an engine's hooks, in a folder of the conversation's own that its boxes see read-only. It is the capability of
 * the turn that runs, put there anew for each: a hook command is written down once and outlives turns, so it reads what is
 * true now.
 */
record HookToken(Path file) {
    /** As {@code inside.Hook} looks for it. */
    private static final String NAME = "token";

    static HookToken write(Path folder, Capability capability) throws IOException {
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path made = Files.createTempFile(folder, ".", ".new", ownerOnly);
        Files.writeString(made, capability.text());
        return new HookToken(Files.move(
                made, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING));
    }

    void remove() throws IOException {
        Files.deleteIfExists(file);
    }
}
