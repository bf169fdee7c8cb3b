package dev.mausbot.home.box;

import dev.mausbot.home.boot.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A box's own folder on the host while it lives: its gates' sockets, which it sees, and beside them what only we and
 * bwrap read. Made by {@link Boxes#place()}; whoever took it closes it, after the box has ended.
 */
public final class BoxPlace implements AutoCloseable {
    private final String id;
    private final Path folder;

    private BoxPlace(String id, Path folder) {
        this.id = id;
        this.folder = folder;
    }

    static BoxPlace in(Path owner, String id) throws IOException {
        Path folder = owner.resolve(id);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Files.createDirectory(folder, ownerOnly);
        BoxPlace place = new BoxPlace(id, folder);
        Files.createDirectory(place.sockets(), ownerOnly);
        Files.createDirectory(place.entry(), ownerOnly);
        return place;
    }

    /** One that another process made. */
    static BoxPlace at(Path folder) {
        return new BoxPlace(folder.getFileName().toString(), folder);
    }

    /** The id of the box that is to live here. */
    public String id() {
        return id;
    }

    /** Where its gates listen; the only part of this folder that the box sees, read-only. */
    public Path sockets() {
        return folder.resolve("s");
    }

    /** What the box is entered with: a script and its words, the other part of this folder that the box sees. */
    Path entry() {
        return folder.resolve("e");
    }

    /** What bwrap is told. */
    Path options() {
        return folder.resolve("options");
    }

    /** What bwrap tells. */
    Path status() {
        return folder.resolve("status");
    }

    /** The program that is started on a box's own terminal. */
    Path start() {
        return folder.resolve("start");
    }

    /** A link to the box's own terminal. */
    Path terminal() {
        return folder.resolve("tty");
    }

    @Override
    public void close() throws IOException {
        FolderTree.delete(folder);
    }
}
