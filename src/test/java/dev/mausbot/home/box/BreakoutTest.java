package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways out of a box that were tried and must stay shut. */
class BreakoutTest {
    private BoxHouse house;

    @BeforeEach
    void openHouse() throws Exception {
        house = BoxHouse.open();
    }

    @AfterEach
    void closeHouse() throws Exception {
        house.close();
    }

    @Test
    void cannotReplaceOrChangeItsSocketsOrItsEntry() throws Exception {
        try (BoxPlace place = house.boxes.place();
                ServerSocketChannel gate = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            gate.bind(UnixDomainSocketAddress.of(place.sockets().resolve("egress.sock")));
            BoxSpec spec = house.spec(
                    place,
                    house.folders(),
                    new BoxSpec.Network.Gated(place.sockets(), List.of(), List.of()),
                    List.of("/bin/bash", "-c", """
                            ls /run/omb
                            for f in /run/omb/egress.sock /run/box/enter /run/box/words; do
                                rm -f $f; mv $f /tmp; chmod 777 $f; touch $f.2; echo x >>$f
                            done
                            rmdir /run/omb /run/box; mv /run/omb /run/other; mv /run/box /run/other
                            ln /run/box/words /tmp/words; umount /run/omb
                            python3 -c 'import socket; s=socket.socket(socket.AF_UNIX); s.connect("/run/omb/egress.sock"); print("connected")'
                            """));
            BoxHouse.Result result = BoxHouse.result(((Started.Running) house.boxes.start(spec, place)).box());
            assertThat(result.lines()).containsExactly("egress.sock", "connected");
            try (var left = Files.list(place.sockets())) {
                assertThat(left).containsExactly(place.sockets().resolve("egress.sock"));
            }
        }
    }

    @Test
    void findsNothingOfTheHostThroughProc() throws Exception {
        Files.writeString(house.data.resolve("messages.db"), "secret");
        BoxHouse.Result result = house.run("""
                for process in /proc/[0-9]* /proc/self /proc/thread-self; do
                    cat $process/root%1$s/messages.db $process/cwd/../../messages.db $process/root/../..%1$s/messages.db
                    for file in $process/fd/*; do cat $file/messages.db; done
                    tr '\\0' '\\n' <$process/environ | grep -v '^\\(HOME\\|LANG\\|PATH\\|PWD\\|SHLVL\\|_\\|OLDPWD\\)='
                done
                echo 0 >/proc/sys/kernel/core_pattern; echo b >/proc/sysrq-trigger; cat /proc/kcore | head -c 1
                ls /proc/1/map_files /proc/1/ns | grep -c secret
                """.formatted(house.data));
        assertThat(result.output()).isEqualTo("0\n");
    }

    @Test
    void doesNotHangOnPipesAndSocketsInPlaceOfProtectedNames() throws Exception {
        Path project = Files.createDirectories(house.root.resolve("project/.git"))
                .resolveSibling("")
                .resolve("../project")
                .normalize();
        for (String name : List.of(".mcp.json", ".claude", ".git/hooks", ".git/config", ".git/commondir", ".bashrc")) {
            assertThat(new ProcessBuilder("mkfifo", project.resolve(name).toString())
                            .start()
                            .waitFor())
                    .isZero();
        }
        List<Path> before = house.everything();
        assertThat(house.run(
                                MountTableTest.with(house.folders(), project, List.of(), List.of()),
                                "rm -rf .mcp.json .git .claude; echo in")
                        .output())
                .isEqualTo("in\n");
        assertThat(house.everything()).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"a, b", "at=1:2=x", "*", "-n", "'\"$(id)`", "tab\there", "\u202Eright", "{}\\n"})
    void worksInAFolderWhateverItIsCalled(String name) throws Exception {
        Path project = Files.createDirectories(house.root.resolve(name));
        BoxHouse.Result result =
                house.run(MountTableTest.with(house.folders(), project, List.of(), List.of()), "pwd; echo x > here");
        assertThat(result.output()).isEqualTo(project + "\n");
        assertThat(project.resolve("here")).exists();
    }

    @Test
    void refusesAFolderWithALineBreakInItsNameAndLeavesNothing() throws Exception {
        Path project = Files.createDirectories(house.root.resolve("one\ntwo"));
        List<Path> before = house.everything();
        assertThat(house.refusal(MountTableTest.with(house.folders(), project, List.of(), List.of())))
                .contains("line break");
        assertThat(house.everything()).isEqualTo(before);
    }

    @Test
    void cannotTakeTheProtectionFromAnotherBoxInTheSameFolder() throws Exception {
        Path project = Files.createDirectories(house.root.resolve("project"));
        BoxFolders folders = MountTableTest.with(house.folders(), project, List.of(), List.of());
        try (BoxPlace place = house.boxes.place()) {
            BoxSpec spec = house.spec(
                    place,
                    folders,
                    new BoxSpec.Network.None(),
                    List.of("/bin/bash", "-c", "echo up; read x; echo evil > .mcp.json; mkdir .claude/x; echo done"));
            Box first = ((Started.Running) house.boxes.start(spec, place)).box();
            assertThat((char) first.output().read()).isEqualTo('u');
            house.run(folders, "rm -rf .mcp.json .claude; mv .mcp.json aside; mv .claude aside; umount .claude");
            first.input().write('\n');
            assertThat(BoxHouse.result(first).output()).isEqualTo("p\ndone\n");
        }
        try (var left = Files.list(project)) {
            assertThat(left).isEmpty();
        }
    }
}
