package dev.mausbot.home.box;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of bubblewrap (0.8 or later, {@code bwrap(1)}) for a box. They go to it by a descriptor ({@code --args}),
 * not on its command line, which any process of the host may read; they hold no secret all the same.
 */
final class Bwrap {
    private static final String HOST_NAME = "box";

    /** What every box is cut off from. Only its network differs, and only because a person asked for it. */
    private static final List<String> NAMESPACES = List.of(
            "--unshare-user",
            // No user namespaces inside: they are the usual way to a kernel's faults.
            "--disable-userns",
            "--unshare-ipc",
            "--unshare-pid",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--hostname",
            HOST_NAME);

    private static final List<String> PRIVILEGES = List.of(
            // Started by root, a box would keep every capability of its namespace.
            "--cap-drop", "ALL", "--die-with-parent", "--new-session");

    private Bwrap() {}

    /** The options, in order. */
    static List<String> options(BoxSpec spec, Mounts mounts) {
        List<String> options = new ArrayList<>(NAMESPACES);
        if (!(spec.network() instanceof BoxSpec.Network.Shared)) {
            options.add("--unshare-net");
        }
        options.addAll(PRIVILEGES);
        for (Mount mount : mounts.inOrder()) {
            options.addAll(option(mount));
        }
        // Last, because mount points are made in both while mounting. Neither has a size of its own.
        options.addAll(List.of("--remount-ro", "/dev", "--remount-ro", "/"));
        options.addAll(List.of("--chdir", spec.folders().work().toString()));
        return List.copyOf(options);
    }

    private static List<String> option(Mount mount) {
        String at = mount.at().toString();
        return switch (mount) {
            case Mount.ReadOnly(Path source, Path _) -> List.of("--ro-bind", source.toString(), at);
            case Mount.Writable(Path source, Path _) -> List.of("--bind", source.toString(), at);
            case Mount.Private(Path _, long size, int mode) ->
                List.of("--perms", Integer.toOctalString(mode), "--size", Long.toString(size), "--tmpfs", at);
            case Mount.Link(Path target, Path _) -> List.of("--symlink", target.toString(), at);
            case Mount.Proc(Path _) -> List.of("--proc", at);
            case Mount.Devices(Path _) -> List.of("--dev", at);
        };
    }

    /** The options as {@code --args} reads them: each ended by NUL. */
    static byte[] encoded(List<String> options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String option : options) {
            if (option.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("an option with a NUL would become two");
            }
            bytes.writeBytes(option.getBytes(StandardCharsets.UTF_8));
            bytes.write(0);
        }
        return bytes.toByteArray();
    }
}
