package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The part of a box that is the same for every one: the image, read-only, and private folders. */
final class SystemMounts {
    /** Read-only in every box; nothing in them is a box's to write. */
    static final List<Path> IMAGE = List.of(Path.of("/usr"), Path.of("/etc"), Path.of("/opt"));

    /** As the host has them: links into {@code /usr} on a merged system, folders elsewhere. */
    private static final List<Path> AS_HOST =
            List.of(Path.of("/bin"), Path.of("/lib"), Path.of("/lib32"), Path.of("/lib64"), Path.of("/sbin"));

    /** All that there is of {@code /sys}: programs built with TCMalloc stop at start without it. */
    private static final List<Path> CPU =
            List.of(Path.of("/sys/devices/system/cpu/possible"), Path.of("/sys/devices/system/cpu/online"));

    /** Where the kernel and the box's private folders are: no folder of the host is bound at or above one of these. */
    static final List<Path> RESERVED = List.of(
            Path.of("/proc"), Path.of("/sys"), Path.of("/dev"), Path.of("/run"), Path.of("/tmp"), Path.of("/var/tmp"));

    private static final int STICKY = 01777;
    private static final int PLAIN = 0755;

    private SystemMounts() {}

    static List<Mount> of(BoxSpec.Sizes sizes) throws IOException {
        List<Mount> mounts = new ArrayList<>();
        for (Path folder : IMAGE) {
            if (Files.isDirectory(folder)) {
                mounts.add(new Mount.ReadOnly(folder, folder));
            }
        }
        for (Path folder : AS_HOST) {
            if (Files.isSymbolicLink(folder)) {
                mounts.add(new Mount.Link(Files.readSymbolicLink(folder), folder));
            } else if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                mounts.add(new Mount.ReadOnly(folder, folder));
            }
        }
        for (Path file : CPU) {
            if (Files.exists(file)) {
                mounts.add(new Mount.ReadOnly(file, file));
            }
        }
        mounts.add(new Mount.Proc(Path.of("/proc")));
        mounts.add(new Mount.Devices(Path.of("/dev")));
        mounts.add(new Mount.Private(Path.of("/dev/shm"), sizes.shm(), STICKY));
        mounts.add(new Mount.Private(Path.of("/tmp"), sizes.tmp(), STICKY));
        mounts.add(new Mount.Private(Path.of("/var/tmp"), sizes.varTmp(), STICKY));
        mounts.add(new Mount.Private(Path.of("/run"), sizes.run(), PLAIN));
        return mounts;
    }
}
