package dev.mausbot.home.supervisor;

import dev.mausbot.home.boot.Account;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Look;
import dev.mausbot.home.boot.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * The folders whose owner has to be set by root. Of a volume that is its mount point alone: a file system comes as root's,
 * and what is below is the server's user's to make, and nothing that root opens, because that user may have put a link or
 * a pipe there.
 */
final class OwnFolders {
    private static final Path FLY = Path.of("/.fly");
    private static final String CLOSED = "rwx------";
    private static final int ROOT = 0;

    private final CodeTrust trust;
    private final Account user;

    OwnFolders(CodeTrust trust, Account user) {
        this.trust = trust;
        this.user = user;
    }

    /** Gives HOME and the data folder to the user, where they are mount points. */
    Outcome handOverVolumes(BootContract contract) throws IOException {
        MountTable mounts = MountTable.current();
        List<String> handed = new ArrayList<>();
        for (Path folder : new LinkedHashSet<>(List.of(contract.home(), contract.dataFolder()))) {
            if (mounts.at(folder).isPresent()) {
                // Else somebody could put another folder there between a look and the change of owner.
                Optional<String> fault = trust.fault(folder.resolveSibling(""));
                if (fault.isPresent()) {
                    return new Outcome.Refused(fault.get());
                }
                own(folder, user.uid(), user.gid());
                handed.add(folder.toString());
            }
        }
        return new Outcome.Done(
                handed.isEmpty()
                        ? "no volume: what is stored goes with this machine"
                        : "the volume at " + String.join(" and ", handed) + " is " + user.name() + "'s");
    }

    /** Makes the runtime folder, which the user could not make below {@code /run}; none if none was chosen. */
    Outcome makeRuntimeFolder(Optional<Path> chosen) throws IOException {
        if (chosen.isEmpty()) {
            return new Outcome.Done("the server makes a runtime folder of its own");
        }
        Path folder = chosen.get();
        Optional<String> fault = trust.fault(folder.resolveSibling(""));
        if (fault.isPresent()) {
            return new Outcome.Refused("the runtime folder " + folder + " cannot be made: " + fault.get());
        }
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(CLOSED)));
        }
        if (!Look.at(folder).isFolder()) {
            return new Outcome.Refused("the runtime folder " + folder + " is not a folder: move it away");
        }
        own(folder, user.uid(), user.gid());
        return new Outcome.Done("the runtime folder " + folder + " is " + user.name() + "'s");
    }

    /** Closes Fly's folder with the socket of its API, which asks nobody who calls. */
    static Outcome closeFly() throws IOException {
        if (!Files.exists(FLY, LinkOption.NOFOLLOW_LINKS)) {
            return new Outcome.Done("no /.fly here");
        }
        if (!Look.at(FLY).isFolder()) {
            return new Outcome.Refused("/.fly is not a folder, so this is no Fly machine: remove it");
        }
        own(FLY, ROOT, ROOT);
        Files.setPosixFilePermissions(FLY, PosixFilePermissions.fromString(CLOSED));
        return isFlyClosed()
                ? new Outcome.Done("/.fly is root's alone")
                : new Outcome.Refused("/.fly could not be closed: set OMB_CLOUD_HARDEN=0 to serve although it is open");
    }

    static boolean isFlyClosed() throws IOException {
        if (!Files.exists(FLY, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        Look look = Look.at(FLY);
        return look.isFolder() && look.uid() == ROOT && look.permissions() == 0700;
    }

    private static void own(Path folder, int uid, int gid) throws IOException {
        Files.setAttribute(folder, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(folder, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    }
}
