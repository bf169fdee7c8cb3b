package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The mounts of a box while they are worked out, with what is to be found at each. */
final class Layout {
    private static final Comparator<Mount> BY_DEPTH =
            Comparator.comparingInt(mount -> mount.at().getNameCount());

    private final List<Mount> mounts = new ArrayList<>();
    private final Map<Path, FileIdentity> identities = new LinkedHashMap<>();

    void add(Mount mount) {
        mounts.add(mount);
    }

    /** Adds a bind of something that a box may write around, so it must be the one that we looked at. */
    void add(Mount mount, FileIdentity identity) {
        mounts.add(mount);
        identities.put(mount.at(), identity);
    }

    /** Parents first: every mask comes after the binds that hold it, every put-back after its mask. */
    Mounts inOrder() {
        return new Mounts(inDepth(), identities);
    }

    List<Mount> inDepth() {
        return byDepth(mounts);
    }

    static List<Mount> byDepth(List<Mount> mounts) {
        return mounts.stream().sorted(BY_DEPTH).toList();
    }

    boolean hasMountAt(Path path) {
        return mounts.stream().anyMatch(mount -> mount.at().equals(path));
    }

    /** Whether a bind shows what is at a path of the host, wherever. */
    boolean shows(Path path) {
        return mounts.stream().anyMatch(mount -> source(mount).isPresent() && path.startsWith(mount.at()));
    }

    /** The mount in which a path lies, itself not counted. */
    Optional<Mount> above(Path path) {
        return mounts.stream()
                .filter(mount -> path.startsWith(mount.at()) && !path.equals(mount.at()))
                .max(BY_DEPTH);
    }

    /** Whether a bind already shows the path, at its own place. */
    boolean seen(Path path) {
        return around(path)
                .flatMap(mount -> source(mount).map(source -> source.equals(mount.at())))
                .orElse(false);
    }

    boolean seenWritable(Path path) {
        return seen(path) && around(path).orElseThrow() instanceof Mount.Writable;
    }

    boolean seenReadOnly(Path path) {
        return seen(path) && around(path).orElseThrow() instanceof Mount.ReadOnly;
    }

    private Optional<Mount> around(Path path) {
        return mounts.stream().filter(mount -> path.startsWith(mount.at())).max(BY_DEPTH);
    }

    /**
     * Binds every folder between a mount and the writable bind around it over itself. A mount point cannot be renamed,
     * but a folder above it can: it would be moved away with what protects it, and another put in its place.
     */
    void keepInPlace() throws IOException, BoxRefusal {
        for (Mount mount : inDepth()) {
            while (above(mount.at()).orElse(null) instanceof Mount.Writable around) {
                Path next =
                        Path.of("/").resolve(mount.at().subpath(0, around.at().getNameCount() + 1));
                if (next.equals(mount.at())) {
                    break;
                }
                Path relative = around.at().relativize(next);
                Path source = around.source().resolve(relative);
                if (!(new Beneath(around.source()).look(relative) instanceof Beneath.Found.Existing(FileIdentity is))) {
                    throw new BoxRefusal("%s was replaced while the box was planned: try again".formatted(source));
                }
                add(new Mount.Writable(source, next), is);
            }
        }
    }

    static Optional<Path> source(Mount mount) {
        return switch (mount) {
            case Mount.ReadOnly(Path source, Path _) -> Optional.of(source);
            case Mount.Writable(Path source, Path _) -> Optional.of(source);
            case Mount.Private _, Mount.Link _, Mount.Proc _, Mount.Devices _ -> Optional.empty();
        };
    }
}
