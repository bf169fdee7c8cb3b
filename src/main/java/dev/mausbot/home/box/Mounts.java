package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a box sees: its mounts, parents first, so that every mask comes after the binds that hold it and every put-back
 * after its mask.
 *
 * @param inOrder the mounts in the order in which they are made
 * @param identities which file is to be found at each put-back path; compared in the box after mounting and before the
 *     command starts, because a path that a box may write could be swapped between our look at it and the mount
 */
record Mounts(List<Mount> inOrder, Map<Path, FileIdentity> identities) {
    private static final int OWNER_ONLY = 0700;

    Mounts {
        inOrder = List.copyOf(inOrder);
        identities = new LinkedHashMap<>(identities);
    }

    /**
     * Works out the mounts of a spec.
     *
     * @param place the box's place, whose entry it sees
     * @param held takes hold of the mount points that have to exist on the host
     * @throws BoxRefusal if the spec asks for something that cannot be made safe
     */
    static Mounts of(BoxSpec spec, BoxPlace place, MountPoints.Held held) throws BoxRefusal {
        FolderRules.check(spec.folders());
        try {
            return new Drawing(spec, place, held).finish();
        } catch (IOException failed) {
            throw new BoxRefusal(
                    "a folder of the box cannot be read or prepared: " + failed.getMessage()
                            + "; check that this user owns it",
                    failed);
        }
    }

    /** The work in progress. */
    private static final class Drawing {
        private final BoxSpec spec;
        private final BoxFolders folders;
        private final BoxPlace place;
        private final MountPoints.Held held;
        private final List<Mount> mounts = new ArrayList<>();
        private final Map<Path, FileIdentity> identities = new LinkedHashMap<>();

        Drawing(BoxSpec spec, BoxPlace place, MountPoints.Held held) {
            this.spec = spec;
            this.folders = spec.folders();
            this.place = place;
            this.held = held;
        }

        Mounts finish() throws BoxRefusal, IOException {
            mounts.addAll(SystemMounts.of(spec.sizes()));
            program();
            home();
            masks();
            putBack();
            mounts.add(new Mount.ReadOnly(place.entry(), Entry.INSIDE));
            spec.gates()
                    .ifPresent(gates -> mounts.add(new Mount.ReadOnly(gates.sockets(), BoxSpec.Network.Gated.INSIDE)));
            if (spec.network() instanceof BoxSpec.Network.Shared) {
                resolver();
            }
            mountPoints();
            denyWrite();
            mounts.sort(Comparator.comparingInt(mount -> mount.at().getNameCount()));
            return new Mounts(mounts, identities);
        }

        private void program() {
            for (Path folder : folders.program()) {
                if (!seen(folder)) {
                    mounts.add(new Mount.ReadOnly(folder, folder));
                }
            }
        }

        private void home() throws IOException {
            BoxFolders.Home home = folders.home();
            writable(home.source(), home.inside());
            for (BoxFolders.Login login : home.logins()) {
                if (Files.exists(login.source())) {
                    writable(login.source(), home.inside().resolve(login.name()));
                }
            }
        }

        private void masks() {
            long size = spec.sizes().masks();
            mounts.add(new Mount.Private(folders.data(), size, OWNER_ONLY));
            if (mounts.stream()
                    .anyMatch(mount ->
                            source(mount).isPresent() && folders.runtime().startsWith(mount.at()))) {
                mounts.add(new Mount.Private(folders.runtime(), size, OWNER_ONLY));
            }
        }

        private void putBack() throws IOException {
            if (folders.bot().isPresent()) {
                writable(folders.bot().get(), folders.bot().get());
            }
            for (Path folder : folders.writable()) {
                if (!seenWritable(folder)) {
                    writable(folder, folder);
                }
            }
            if (!seenWritable(folders.work())) {
                writable(folders.work(), folders.work());
            }
            for (Path path : folders.readOnly()) {
                if (!seen(path)) {
                    mounts.add(new Mount.ReadOnly(path, path));
                    identities.put(path, FileIdentity.of(path));
                }
            }
        }

        private void writable(Path source, Path at) throws IOException {
            mounts.add(new Mount.Writable(source, at));
            identities.put(at, FileIdentity.of(source));
        }

        /** With the host's network goes the host's resolver, wherever {@code /etc/resolv.conf} leads. */
        private void resolver() throws IOException {
            Path file = Path.of("/etc/resolv.conf");
            if (Files.exists(file)) {
                Path real = file.toRealPath();
                if (!seen(real)) {
                    mounts.add(new Mount.ReadOnly(real, real));
                }
            }
        }

        /** Makes, on the host, the mount points that lie in a folder of the host's: bwrap would make and leave them. */
        private void mountPoints() throws IOException {
            for (Mount mount : List.copyOf(mounts)) {
                if (nearestAbove(mount.at()).orElse(null) instanceof Mount.Writable above) {
                    Path relative = above.at().relativize(mount.at());
                    if (source(mount).filter(Files::isRegularFile).isPresent()) {
                        held.file(above.source(), relative, "");
                    } else {
                        held.folder(above.source(), relative);
                    }
                }
            }
        }

        private void denyWrite() throws BoxRefusal, IOException {
            Set<Path> work = new LinkedHashSet<>(folders.writable());
            folders.bot().ifPresent(work::add);
            work.add(folders.work());
            for (Path folder : work) {
                denyWrite(folder, DenyWrite.inWork());
            }
            denyWrite(folders.home().inside(), DenyWrite.inHome());
        }

        private void denyWrite(Path folder, List<DenyWrite.Row> rows) throws BoxRefusal, IOException {
            for (DenyWrite.Row row : rows) {
                Path at = folder.resolve(row.name());
                if (mounts.stream().anyMatch(mount -> mount.at().equals(at))) {
                    continue;
                }
                // Below anything else than a writable bind it is read-only or private already.
                if (nearestAbove(at).orElse(null) instanceof Mount.Writable around) {
                    keepReadOnly(around, around.at().relativize(at), row);
                }
            }
        }

        /**
         * Binds what is there over itself, read-only. The look at it goes through open folders and follows no link; what
         * the mount, made by path, really shows is compared with that look before the command starts.
         */
        private void keepReadOnly(Mount.Writable around, Path relative, DenyWrite.Row row)
                throws BoxRefusal, IOException {
            Beneath beneath = new Beneath(around.source());
            // Also where something is there: if it is our stand-in for another box, this box holds it too.
            standIn(around.source(), relative, row);
            switch (beneath.look(relative)) {
                case Beneath.Found.Link() ->
                    throw new BoxRefusal(("%s is a link or lies behind one, which a box could replace: "
                                    + "put the real file or folder there, or remove it")
                            .formatted(around.source().resolve(relative)));
                case Beneath.Found.Existing(FileIdentity identity) -> {
                    Path at = around.at().resolve(relative);
                    mounts.add(new Mount.ReadOnly(around.source().resolve(relative), at));
                    identities.put(at, identity);
                }
                case Beneath.Found.BelowAFile(int depth) -> {
                    Path file = relative.subpath(0, depth);
                    if (mounts.stream()
                            .noneMatch(mount -> mount.at().equals(around.at().resolve(file)))) {
                        keepReadOnly(around, file, new DenyWrite.Row(file, DenyWrite.StandIn.NONE, ""));
                    }
                }
                case Beneath.Found.Nothing() -> {
                    // A row without a stand-in: the name means nothing while the folder around it is missing.
                }
            }
        }

        private void standIn(Path root, Path relative, DenyWrite.Row row) throws IOException {
            switch (row.standIn()) {
                case FOLDER -> held.folder(root, relative);
                case FILE -> held.file(root, relative, row.content());
                case NONE -> {}
            }
        }

        private Optional<Mount> nearestAbove(Path path) {
            return mounts.stream()
                    .filter(mount -> path.startsWith(mount.at()) && !path.equals(mount.at()))
                    .max(Comparator.comparingInt(mount -> mount.at().getNameCount()));
        }

        /** Whether a bind already shows the path, at its own place. */
        private boolean seen(Path path) {
            return around(path)
                    .flatMap(mount -> source(mount).map(source -> source.equals(mount.at())))
                    .orElse(false);
        }

        private boolean seenWritable(Path path) {
            return around(path).orElse(null) instanceof Mount.Writable(Path source, Path at) && source.equals(at);
        }

        private Optional<Mount> around(Path path) {
            return mounts.stream()
                    .filter(mount -> path.startsWith(mount.at()))
                    .max(Comparator.comparingInt(mount -> mount.at().getNameCount()));
        }

        private static Optional<Path> source(Mount mount) {
            return switch (mount) {
                case Mount.ReadOnly(Path source, Path _) -> Optional.of(source);
                case Mount.Writable(Path source, Path _) -> Optional.of(source);
                case Mount.Private _, Mount.Link _, Mount.Proc _, Mount.Devices _ -> Optional.empty();
            };
        }
    }
}
