package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BwrapTest {
    private static final Path WORK = Path.of("/w");

    private static List<String> options(BoxSpec.Network network, Mount... mounts) {
        BoxFolders folders = new BoxFolders(
                Path.of("/d"),
                Path.of("/r"),
                BoxFolders.Home.real(Path.of("/h")),
                Optional.empty(),
                WORK,
                List.of(),
                List.of(),
                List.of());
        BoxSpec spec = new BoxSpec(
                "b1",
                folders,
                network,
                Map.of("KEY", "secret"),
                List.of(),
                List.of("c"),
                BoxSpec.Sizes.standard(),
                false);
        return Bwrap.options(spec, new Mounts(List.of(mounts), new LinkedHashMap<>()));
    }

    @Test
    void cutsEveryBoxOffAndDropsEverything() {
        assertThat(options(new BoxSpec.Network.None()))
                .containsSubsequence(
                        "--unshare-user",
                        "--disable-userns",
                        "--unshare-ipc",
                        "--unshare-pid",
                        "--unshare-uts",
                        "--unshare-cgroup-try",
                        "--hostname",
                        "box",
                        "--unshare-net",
                        "--cap-drop",
                        "ALL",
                        "--die-with-parent",
                        "--new-session",
                        "--remount-ro",
                        "/dev",
                        "--remount-ro",
                        "/",
                        "--chdir",
                        "/w");
    }

    @Test
    void sharesTheNetworkOnlyWhenTheSpecSaysSo() {
        assertThat(options(new BoxSpec.Network.Gated(Path.of("/s"), List.of(), List.of())))
                .contains("--unshare-net");
        assertThat(options(new BoxSpec.Network.None())).contains("--unshare-net");
        assertThat(options(new BoxSpec.Network.Shared())).doesNotContain("--unshare-net");
    }

    @Test
    void neverSetsAVariableOnACommandLine() {
        assertThat(options(new BoxSpec.Network.None())).doesNotContain("--setenv", "--unsetenv", "secret", "KEY");
    }

    @Test
    void saysEachMountInItsOwnWay() {
        assertThat(options(
                        new BoxSpec.Network.None(),
                        new Mount.ReadOnly(Path.of("/usr"), Path.of("/usr")),
                        new Mount.Writable(Path.of("/a"), Path.of("/b")),
                        new Mount.Private(Path.of("/tmp"), 4096, 01777),
                        new Mount.Link(Path.of("usr/bin"), Path.of("/bin")),
                        new Mount.Proc(Path.of("/proc")),
                        new Mount.Devices(Path.of("/dev"))))
                .containsSubsequence("--ro-bind", "/usr", "/usr")
                .containsSubsequence("--bind", "/a", "/b")
                .containsSubsequence("--perms", "1777", "--size", "4096", "--tmpfs", "/tmp")
                .containsSubsequence("--symlink", "usr/bin", "/bin")
                .containsSubsequence("--proc", "/proc")
                .containsSubsequence("--dev", "/dev");
    }

    @Test
    void endsEachOptionWithNul() {
        assertThat(new String(Bwrap.encoded(List.of("--dev", "/dëv")), StandardCharsets.UTF_8))
                .isEqualTo("--dev\0/dëv\0");
    }

    @Test
    void refusesAnOptionThatWouldBecomeTwo() {
        assertThatThrownBy(() -> Bwrap.encoded(List.of("/a\0--share-net")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
