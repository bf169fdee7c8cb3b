package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a box sees: its mounts, parents first, so that every mask comes after the binds that hold it and every put-back
 * after its mask.
 *
 * @param inOrder the mounts in the order in which they are made
 * @param identities which file is to be found at each put-back path; compared in the box after mounting and before the
 *     command starts, because a path that a box may write could be swapped between our look at it and the mount
 */
record Mounts(List<Mount> inOrder, Map<Path, FileIdentity> identities) {
    Mounts {
        inOrder = List.copyOf(inOrder);
        identities = new LinkedHashMap<>(identities);
    }

    /**
     * Works out the mounts of a spec.
     *
     * @param place the box's place, whose entry it sees
     * @param held takes hold of the mount points that have to exist on the host
     * @param weakening what is taken from the box: nothing, but where the self-check looks whether it finds that
     * @throws BoxRefusal if the spec asks for something that cannot be made safe
     */
    static Mounts of(BoxSpec spec, BoxPlace place, MountPoints.Held held, Weakening weakening) throws BoxRefusal {
        FolderRules.check(spec.folders());
        try {
            return new Drawing(spec, place, held, weakening).finish();
        } catch (IOException failed) {
            throw new BoxRefusal(
                    "a folder of the box cannot be read or prepared: " + failed.getMessage()
                            + "; check that this user owns it",
                    failed);
        }
    }

    /** The work in progress. */
    private static final class Drawing {
        private static final int OWNER_ONLY = 0700;

        private final BoxSpec spec;
        private final BoxFolders folders;
        private final BoxPlace place;
        private final MountPoints.Held held;
        private final Weakening weakening;
        private final Layout layout = new Layout();

        Drawing(BoxSpec spec, BoxPlace place, MountPoints.Held held, Weakening weakening) {
            this.weakening = weakening;
            this.spec = spec;
            this.folders = spec.folders();
            this.place = place;
            this.held = held;
        }

        Mounts finish() throws BoxRefusal, IOException {
            // Before all else, because what follows depends on what can be seen without it.
            weakening.system(SystemMounts.of(spec.sizes())).forEach(layout::add);
            program();
            home();
            mask(folders.data());
            putBack();
            // Last, because any folder that was put back may hold it.
            if (layout.shows(folders.runtime())) {
                mask(folders.runtime());
            }
            layout.add(new Mount.ReadOnly(place.entry(), Entry.INSIDE));
            spec.gates()
                    .ifPresent(gates -> layout.add(new Mount.ReadOnly(gates.sockets(), BoxSpec.Network.Gated.INSIDE)));
            if (spec.network() instanceof BoxSpec.Network.Shared) {
                resolver();
            }
            mountPoints();
            new ProtectedNames(layout, held).in(folders);
            layout.keepInPlace();
            return weakening.mounts(layout.inOrder());
        }

        private void program() {
            for (Path folder : folders.program()) {
                if (!layout.seen(folder)) {
                    layout.add(new Mount.ReadOnly(folder, folder));
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

        private void mask(Path folder) {
            layout.add(new Mount.Private(folder, spec.sizes().masks(), OWNER_ONLY));
        }

        private void putBack() throws IOException {
            if (folders.bot().isPresent()) {
                writable(folders.bot().get(), folders.bot().get());
            }
            for (Path folder : folders.writable()) {
                if (!layout.seenWritable(folder)) {
                    writable(folder, folder);
                }
            }
            if (!layout.seenWritable(folders.work())) {
                writable(folders.work(), folders.work());
            }
            for (Path path : folders.readOnly()) {
                // Also where it is seen but can be written, as an engine's program in HOME: others run it, too.
                if (!layout.seenReadOnly(path)) {
                    layout.add(new Mount.ReadOnly(path, path), FileIdentity.of(path));
                }
            }
        }

        private void writable(Path source, Path at) throws IOException {
            layout.add(new Mount.Writable(source, at), FileIdentity.of(source));
        }

        /** With the host's network goes the host's resolver, wherever {@code /etc/resolv.conf} leads. */
        private void resolver() throws IOException {
            Path file = Path.of("/etc/resolv.conf");
            if (Files.exists(file)) {
                Path real = file.toRealPath();
                if (!layout.seen(real)) {
                    layout.add(new Mount.ReadOnly(real, real));
                }
            }
        }

        /** Makes, on the host, the mount points that lie in a folder of the host's: bwrap would make and leave them. */
        private void mountPoints() throws IOException {
            for (Mount mount : layout.inDepth()) {
                if (layout.above(mount.at()).orElse(null) instanceof Mount.Writable above) {
                    Path relative = above.at().relativize(mount.at());
                    if (Layout.source(mount).filter(Files::isRegularFile).isPresent()) {
                        held.file(above.source(), relative, "");
                    } else {
                        held.folder(above.source(), relative);
                    }
                }
            }
        }
    }
}
