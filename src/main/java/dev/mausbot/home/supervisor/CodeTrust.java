package dev.mausbot.home.supervisor;

import dev.mausbot.home.boot.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether code can be changed by anyone but root: what root runs, or the server runs outside of a box, must be root's on
 * every step of the way to it, links included. One folder on the way that somebody else may write is enough to put another
 * program in its place.
 */
final class CodeTrust {
    private static final int ROOT = 0;
    private static final int MOST_LINKS = 40; // as many as the kernel follows (path_resolution(7))

    private final List<Path> volumes;

    /** The volumes belong to the server's user with all that is in them. */
    CodeTrust(List<Path> volumes) {
        this.volumes = List.copyOf(volumes);
    }

    /** Why a file or folder cannot be trusted; empty if it can. */
    Optional<String> fault(Path path) throws IOException {
        return fault(path, MOST_LINKS);
    }

    /** Why a folder or something below it cannot be trusted. */
    Optional<String> faultWithin(Path folder) throws IOException {
        Optional<String> above = fault(folder);
        if (above.isPresent()) {
            return above;
        }
        try (Stream<Path> all = Files.walk(folder.toRealPath())) {
            for (Iterator<Path> each = all.iterator(); each.hasNext(); ) {
                Path path = each.next();
                Look look = Look.at(path);
                Optional<String> fault = look.isLink() ? fault(path) : fault(path, look);
                if (fault.isPresent()) {
                    return fault;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> fault(Path path, int links) throws IOException {
        if (links == 0) {
            return Optional.of(path + " is a link that leads in a circle: repair it");
        }
        Path so = Path.of("/");
        Iterator<Path> names = path.toAbsolutePath().normalize().iterator();
        Optional<String> fault = fault(so, Look.at(so));
        while (fault.isEmpty() && names.hasNext()) {
            so = so.resolve(names.next());
            if (!Files.exists(so, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty(); // and only root can put something there
            }
            Look look = Look.at(so);
            fault = fault(so, look);
            if (fault.isEmpty() && look.isLink()) {
                Path target = so.resolveSibling(Files.readSymbolicLink(so));
                while (names.hasNext()) {
                    target = target.resolve(names.next());
                }
                return fault(target, links - 1);
            }
        }
        return fault;
    }

    private Optional<String> fault(Path path, Look look) {
        if (look.uid() != ROOT) {
            return Optional.of(path + " belongs to user " + look.uid() + ", who could change what runs here:"
                    + " run chown root on it");
        }
        if (look.isWritableByOthers()) {
            return Optional.of(path + " may be written by others than root, who could change what runs here:"
                    + " run chmod go-w on it");
        }
        return volumes.stream()
                .filter(path::startsWith)
                .findFirst()
                .map(volume -> path + " is code, and lies in " + volume
                        + ", where the server's user may change it: install it elsewhere");
    }
}
