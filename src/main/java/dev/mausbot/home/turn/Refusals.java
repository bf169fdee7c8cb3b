package dev.mausbot.home.turn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** What makes a turn impossible before an engine is asked, and where it would work. */
final class Refusals {
    private Refusals() {}

    /** Why nothing can be started, in words for the owner; empty if nothing speaks against it. */
    static Optional<String> before(Assignment assignment, TurnLimits limits) {
        return switch (assignment.bot().place()) {
            case LOCAL_VM ->
                Optional.of("This bot works in a Local VM, and a box has no way to it (that would need the host's"
                        + " container socket). Set the bot to work in the box.");
            case THIS_COMPUTER ->
                Optional.of(
                        "This bot works on your own computer, and a box has no way to it. Set the bot to work in the"
                                + " box.");
            case BOX -> assignment.conversation().folder().flatMap(folder -> unfit(folder, assignment, limits));
        };
    }

    /** The folder of the conversation, else the bot's own, which is made if it is not there. */
    static Path workFolder(Assignment assignment, TurnLimits limits) {
        Path own = assignment.own(limits);
        try {
            Files.createDirectories(
                    own, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException failed) {
            throw new UncheckedIOException("the bot's folder " + own + " cannot be made", failed);
        }
        return assignment.conversation().folder().orElse(own);
    }

    private static Optional<String> unfit(Path folder, Assignment assignment, TurnLimits limits) {
        if (!Files.isDirectory(folder)) {
            return Optional.of("The conversation's folder " + folder + " is not there.");
        }
        try {
            Path real = folder.toRealPath();
            Path workspaces = limits.workspaces().toRealPath();
            Path data = workspaces.resolveSibling("");
            // A box writes its working folder: the data folder, or one above it, would hand it the database.
            boolean aboveData = workspaces.startsWith(real);
            boolean inData = real.startsWith(data)
                    && !real.startsWith(workspaces.resolve(assignment.bot().id()));
            return aboveData || inData
                    ? Optional.of("The conversation's folder " + folder
                            + " holds the home's own data or is part of it. Choose another one.")
                    : Optional.empty();
        } catch (IOException failed) {
            return Optional.of("The conversation's folder " + folder + " cannot be looked at.");
        }
    }
}
