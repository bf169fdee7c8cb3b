package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Makes the names of {@link DenyWrite} read-only where a box may write around them. */
final class ProtectedNames {
    private final Layout layout;
    private final MountPoints.Held held;

    ProtectedNames(Layout layout, MountPoints.Held held) {
        this.layout = layout;
        this.held = held;
    }

    /** Protects them in every folder of a box. */
    void in(BoxFolders folders) throws BoxRefusal, IOException {
        Set<Path> work = new LinkedHashSet<>(folders.writable());
        folders.bot().ifPresent(work::add);
        work.add(folders.work());
        for (Path folder : work) {
            in(folder, DenyWrite.inWork());
        }
        in(folders.home().inside(), DenyWrite.inHome());
    }

    private void in(Path folder, List<DenyWrite.Row> rows) throws BoxRefusal, IOException {
        for (DenyWrite.Row row : rows) {
            Path at = folder.resolve(row.name());
            // Below anything else than a writable bind it is read-only or private already.
            if (!layout.hasMountAt(at) && layout.above(at).orElse(null) instanceof Mount.Writable around) {
                keepReadOnly(around, around.at().relativize(at), row);
            }
        }
    }

    /**
     * Binds what is there over itself, read-only. The look at it goes through open folders and follows no link; what
     * the mount, made by path, really shows is compared with that look before the command starts.
     */
    private void keepReadOnly(Mount.Writable around, Path relative, DenyWrite.Row row) throws BoxRefusal, IOException {
        Beneath beneath = new Beneath(around.source());
        // Also where something is there: if it is our stand-in for another box, this box holds it too.
        if (row.around() == DenyWrite.Around.MADE || hasFolderAround(beneath, relative)) {
            standIn(around.source(), relative, row);
        }
        switch (beneath.look(relative)) {
            case Beneath.Found.Link() ->
                throw new BoxRefusal(("%s is a link or lies behind one, which a box could replace: "
                                + "put the real file or folder there, or remove it")
                        .formatted(around.source().resolve(relative)));
            case Beneath.Found.Existing(FileIdentity identity) -> readOnly(around, relative, identity);
            case Beneath.Found.BelowAFile(int depth, FileIdentity identity) ->
                readOnly(around, relative.subpath(0, depth), identity);
            case Beneath.Found.Nothing() -> {
                // The name means nothing while the folder around it is missing.
            }
        }
    }

    private void readOnly(Mount.Writable around, Path relative, FileIdentity identity) {
        Path at = around.at().resolve(relative);
        if (!layout.hasMountAt(at)) {
            layout.add(new Mount.ReadOnly(around.source().resolve(relative), at), identity);
        }
    }

    private static boolean hasFolderAround(Beneath beneath, Path relative) throws IOException {
        Path folder = relative.getParent();
        return folder == null || beneath.look(folder) instanceof Beneath.Found.Existing;
    }

    private void standIn(Path root, Path relative, DenyWrite.Row row) throws IOException {
        switch (row.standIn()) {
            case FOLDER -> held.folder(root, relative);
            case FILE -> held.file(root, relative, row.content());
        }
    }
}
