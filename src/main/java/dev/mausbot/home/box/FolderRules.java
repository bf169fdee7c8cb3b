package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Which folders a box may be about. What these rules refuse, no order of mounts could make safe. */
final class FolderRules {
    private FolderRules() {}

    static void check(BoxFolders folders) throws BoxRefusal {
        real("the data folder", folders.data());
        real("HOME", folders.home().source());
        for (Path chosen : chosen(folders)) {
            real("the folder", chosen);
            outsideTheImage(chosen);
            outsideTheServersFolders(chosen, folders);
        }
        for (Path writable : folders.writableSources()) {
            holdsNoProgram(writable, folders.program());
        }
        for (Path mask : List.of(folders.data(), folders.runtime())) {
            cannotBeMovedAway(mask, folders);
        }
        for (Path chosen : chosen(folders)) {
            besideAPrivateHome(chosen, folders.home());
        }
    }

    private static List<Path> chosen(BoxFolders folders) {
        return Stream.concat(Stream.of(folders.work()), folders.writable().stream())
                .distinct()
                .toList();
    }

    /** A link in a path could be turned elsewhere between this check and the mount. */
    private static void real(String what, Path folder) throws BoxRefusal {
        try {
            if (!Files.isDirectory(folder) || !folder.toRealPath().equals(folder)) {
                throw new BoxRefusal("%s %s is not a folder by its real path: make it, or name it without links"
                        .formatted(what, folder));
            }
        } catch (IOException unreadable) {
            throw new BoxRefusal("%s %s cannot be read: check its owner and mode".formatted(what, folder), unreadable);
        }
    }

    private static void outsideTheImage(Path chosen) throws BoxRefusal {
        for (Path reserved : SystemMounts.RESERVED) {
            if (reserved.startsWith(chosen)) {
                throw new BoxRefusal("%s holds %s, which a box has of its own: choose a folder below it"
                        .formatted(chosen, reserved));
            }
        }
        for (Path image : SystemMounts.IMAGE) {
            if (image.startsWith(chosen) || chosen.startsWith(image)) {
                throw new BoxRefusal("%s cannot be writable: %s is read-only in every box; choose another folder"
                        .formatted(chosen, image));
            }
        }
        for (Path kernel : List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"))) {
            if (chosen.startsWith(kernel)) {
                throw new BoxRefusal("%s is the kernel's, not a working folder: choose another".formatted(chosen));
            }
        }
    }

    private static void outsideTheServersFolders(Path chosen, BoxFolders folders) throws BoxRefusal {
        boolean ownFolder = folders.bot().filter(chosen::startsWith).isPresent();
        if (chosen.startsWith(folders.data()) && !ownFolder) {
            throw new BoxRefusal("%s is in the server's data folder, of which a box sees only its bot's own folder:"
                            .formatted(chosen)
                    + " choose a folder outside it");
        }
        if (chosen.startsWith(folders.runtime())) {
            throw new BoxRefusal("%s is in the server's runtime folder: choose a folder outside it".formatted(chosen));
        }
    }

    /** At one path there can be one HOME only. */
    private static void besideAPrivateHome(Path chosen, BoxFolders.Home home) throws BoxRefusal {
        if (!home.source().equals(home.inside()) && home.inside().startsWith(chosen)) {
            throw new BoxRefusal(("%s holds HOME, and the box has a private one in its place: choose a folder in it, "
                            + "or ask for the real HOME")
                    .formatted(chosen));
        }
    }

    /** The server runs only files from paths that no box can write. */
    private static void holdsNoProgram(Path writable, List<Path> program) throws BoxRefusal {
        for (Path folder : program) {
            if (folder.startsWith(writable)) {
                throw new BoxRefusal(("%s would be writable in the box and holds this program itself (%s): "
                                + "choose another folder, or install the program outside it")
                        .formatted(writable, folder));
            }
        }
    }

    /**
     * A mask holds only while nobody can rename the folder above it: a mount point itself cannot be renamed, so a direct
     * child of a writable folder is safe and anything deeper is not.
     */
    private static void cannotBeMovedAway(Path mask, BoxFolders folders) throws BoxRefusal {
        for (Path writable : folders.writableSources()) {
            if (mask.startsWith(writable) && !writable.equals(mask.getParent())) {
                throw new BoxRefusal(("%s would be writable in the box and holds the server's folder %s below a folder "
                                + "that the box could rename: choose another folder, or move the server's to be a direct "
                                + "child of it")
                        .formatted(writable, mask));
            }
        }
    }
}
