package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every row of the table of what a box sees, in real boxes and both ways: what must be there, and what must not. */
class MountTableTest {
    private BoxHouse house;

    @BeforeEach
    void openHouse() throws Exception {
        house = BoxHouse.open();
    }

    @AfterEach
    void closeHouse() throws Exception {
        house.close();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/usr", "/etc", "/opt"})
    void showsTheImageReadOnly(String folder) throws Exception {
        BoxHouse.Result result = house.run("ls " + folder + " >/dev/null && touch " + folder + "/x");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.errors()).contains("Read-only file system");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/bin", "/lib", "/lib64", "/sbin"})
    void hasTheSystemsFoldersAsTheHostHasThem(String folder) throws Exception {
        Path host = Path.of(folder);
        String expected = Files.isSymbolicLink(host)
                ? Files.readSymbolicLink(host).toString()
                : Files.exists(host) ? "" : "missing";
        BoxHouse.Result result =
                house.run("readlink %1$s || { [ -e %1$s ] && echo || echo missing; }".formatted(folder));
        assertThat(result.output().strip()).isEqualTo(expected);
    }

    @Test
    void hasNothingElseAtTheTop() throws Exception {
        assertThat(house.run("ls /").lines())
                .isSubsetOf(
                        "bin", "dev", "etc", "lib", "lib32", "lib64", "opt", "proc", "run", "sbin", "sys", "tmp", "usr",
                        "var");
    }

    @Test
    void hidesTheDataFolderAndEverythingInIt() throws Exception {
        Files.writeString(house.data.resolve("messages.db"), "secret");
        Files.writeString(house.data.resolve("config.json"), "secret");
        Files.writeString(house.otherBot.resolve("MEMORY.md"), "secret");
        BoxHouse.Result result = house.run("find ~/.openmausbot | sort; grep -r secret ~/.openmausbot");
        assertThat(result.lines())
                .filteredOn(line -> !line.startsWith(house.bot + "/"))
                .containsExactly(
                        house.data.toString(), house.data.resolve("workspaces").toString(), house.bot.toString());
    }

    @Test
    void keepsWritesToTheDataFolderInTheBox() throws Exception {
        assertThat(house.run("echo x > ~/.openmausbot/messages.db").exitCode()).isZero();
        assertThat(house.data.resolve("messages.db")).doesNotExist();
    }

    @Test
    void putsTheBotsOwnFolderBack() throws Exception {
        Files.writeString(house.bot.resolve("MEMORY.md"), "before");
        // As editors write: a new file, renamed over the old one.
        BoxHouse.Result result = house.run("cat MEMORY.md; echo after > new && mv new MEMORY.md; pwd");
        assertThat(result.output()).isEqualTo("before" + house.bot + "\n");
        assertThat(house.bot.resolve("MEMORY.md")).hasContent("after");
    }

    @Test
    void startsInAFolderOfTheBotsOwn() throws Exception {
        Path project = Files.createDirectories(house.bot.resolve("project"));
        BoxFolders folders = with(house.folders(), project, List.of(), List.of());
        assertThat(house.run(folders, "pwd; echo made > ../beside; echo made > here")
                        .lines())
                .containsExactly(project.toString());
        assertThat(house.bot.resolve("beside")).hasContent("made");
        assertThat(project.resolve("here")).hasContent("made");
    }

    @Test
    void putsAWorkingFolderOfTheOwnersChoiceBack() throws Exception {
        Path project = Files.createDirectories(house.root.resolve("project"));
        BoxFolders folders = with(house.folders(), project, List.of(), List.of());
        assertThat(house.run(folders, "pwd; echo made > here").lines()).containsExactly(project.toString());
        assertThat(project.resolve("here")).hasContent("made");
    }

    @Test
    void showsOnlyTheFilesThatWerePutBackAndReadOnly() throws Exception {
        Path tokens = Files.createDirectories(house.data.resolve("hooks/c1"));
        Files.writeString(tokens.resolve("token"), "t1");
        Files.writeString(
                Files.createDirectories(house.data.resolve("hooks/c2")).resolve("token"), "t2");
        BoxFolders folders = with(house.folders(), house.bot, List.of(), List.of(tokens));
        BoxHouse.Result result = house.run(
                folders, "cd ~/.openmausbot/hooks; ls; cat c1/token; echo x > c1/token; rm c1/token; rmdir c1");
        assertThat(result.output()).isEqualTo("c1\nt1");
        assertThat(tokens.resolve("token")).hasContent("t1");
    }

    @Test
    void hidesTheRuntimeFolderBelowAFolderThatItMayWrite() throws Exception {
        Path project = Files.createDirectories(house.root.resolve("project"));
        Path runtime = Files.createDirectories(project.resolve("runtime"));
        Files.writeString(runtime.resolve("another-boxs-socket"), "");
        BoxFolders folders = house.folders();
        BoxFolders around = new BoxFolders(
                folders.data(), runtime, folders.home(), folders.bot(), project, List.of(), List.of(), List.of());
        assertThat(house.run(around, "ls -A runtime; touch runtime/x; mv runtime y")
                        .output())
                .isEmpty();
        assertThat(runtime.resolve("x")).doesNotExist();
        assertThat(runtime.resolve("another-boxs-socket")).exists();
    }

    @Test
    void keepsAnEnginesProgramReadOnlyInAFolderThatItMayWrite() throws Exception {
        Path program = Files.createDirectories(house.home.resolve(".claude/local/engine"));
        Files.writeString(program.resolve("cli.js"), "program");
        BoxFolders folders = with(house.folders(), house.bot, List.of(), List.of(program));
        BoxFolders withLogin = withHome(
                folders,
                new BoxFolders.Home(
                        house.engineHome,
                        house.home,
                        List.of(new BoxFolders.Login(house.home.resolve(".claude"), Path.of(".claude")))));
        house.run(
                withLogin,
                "cd ~/.claude; echo evil > local/engine/cli.js; mv local aside; mkdir -p local/engine;"
                        + " echo evil > local/engine/cli.js");
        assertThat(program.resolve("cli.js")).hasContent("program");
    }

    @Test
    void hasAPrivateHomeWithTheOwnersLoginsOnly() throws Exception {
        Files.createDirectory(house.home.resolve(".claude"));
        Files.writeString(house.home.resolve(".claude/.credentials.json"), "login");
        Files.writeString(house.home.resolve(".claude.json"), "{}");
        Files.writeString(house.home.resolve("diary"), "secret");
        BoxFolders folders = withHome(
                house.folders(),
                new BoxFolders.Home(
                        house.engineHome,
                        house.home,
                        List.of(
                                new BoxFolders.Login(house.home.resolve(".claude"), Path.of(".claude")),
                                new BoxFolders.Login(house.home.resolve(".claude.json"), Path.of(".claude.json")))));
        BoxHouse.Result result = house.run(
                folders,
                "cat ~/.claude/.credentials.json; ls ~/diary; echo new > ~/.claude/.credentials.json; echo kept > ~/state");
        assertThat(result.output()).isEqualTo("login");
        assertThat(house.home.resolve(".claude/.credentials.json")).hasContent("new");
        assertThat(house.engineHome.resolve("state")).hasContent("kept");
        assertThat(house.home.resolve("state")).doesNotExist();
    }

    @Test
    void showsTheRealHomeOnlyWhenAskedAndWithoutTheDataFolder() throws Exception {
        Files.writeString(house.home.resolve("diary"), "dear");
        Files.writeString(house.data.resolve("messages.db"), "secret");
        BoxFolders folders = withHome(house.folders(), BoxFolders.Home.real(house.home));
        BoxHouse.Result result = house.run(folders, "cat ~/diary; ls -A ~/.openmausbot");
        assertThat(result.output()).isEqualTo("dearworkspaces\n");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/tmp", "/var/tmp", "/run", "/dev/shm"})
    void hasPrivateFoldersOfItsOwn(String folder) throws Exception {
        Path marker = Files.createTempFile(Path.of("/tmp"), "other-turn", "");
        try {
            assertThat(house.run("ls -A " + folder + "; echo x > " + folder + "/mine && cat " + folder + "/mine")
                            .lines())
                    .doesNotContain(marker.getFileName().toString())
                    .endsWith("x");
            assertThat(Path.of(folder, "mine")).doesNotExist();
        } finally {
            Files.delete(marker);
        }
    }

    @Test
    void boundsEveryPrivateFolder() throws Exception {
        BoxHouse.Result result = house.run("grep ' - tmpfs ' /proc/self/mountinfo");
        assertThat(result.lines()).isNotEmpty().allSatisfy(line -> {
            boolean readOnly = line.matches("(\\S+ ){5}ro[, ].*");
            assertThat(readOnly || line.contains("size=")).as(line).isTrue();
        });
    }

    @Test
    void stopsAFileThatWouldFillMemory() throws Exception {
        BoxHouse.Result result = house.run("head -c 600M /dev/zero > /tmp/big");
        assertThat(result.errors()).contains("No space left on device");
    }

    @Test
    void keepsTheRootReadOnly() throws Exception {
        assertThat(house.run("touch /x; touch /dev/x; mkdir /y").errors().lines())
                .hasSize(3)
                .allMatch(line -> line.contains("Read-only file system"));
    }

    @Test
    void showsOfSysTheCpuCountOnly() throws Exception {
        assertThat(house.run("find /sys -type f | sort; cat /sys/devices/system/cpu/possible; "
                                + "echo 0 > /sys/devices/system/cpu/possible")
                        .lines())
                .containsExactly(
                        "/sys/devices/system/cpu/online",
                        "/sys/devices/system/cpu/possible",
                        Files.readString(Path.of("/sys/devices/system/cpu/possible"))
                                .strip());
    }

    @Test
    void hasTheDevicesThatProgramsExpectAndNoOthers() throws Exception {
        assertThat(house.run("echo x > /dev/null && head -c 1 /dev/urandom | wc -c; ls /dev | xargs")
                        .lines())
                .containsExactly("1", "core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero");
    }

    @Test
    void letsOrdinaryProgramsWork() throws Exception {
        assertThat(house.run("mktemp && python3 -c 'import os; print(os.cpu_count() > 0)' && git --version")
                        .exitCode())
                .isZero();
    }

    static BoxFolders with(BoxFolders folders, Path work, List<Path> writable, List<Path> readOnly) {
        return new BoxFolders(
                folders.data(),
                folders.runtime(),
                folders.home(),
                folders.bot(),
                work,
                writable,
                folders.program(),
                readOnly);
    }

    static BoxFolders withHome(BoxFolders folders, BoxFolders.Home home) {
        return new BoxFolders(
                folders.data(),
                folders.runtime(),
                home,
                folders.bot(),
                folders.work(),
                folders.writable(),
                folders.program(),
                folders.readOnly());
    }

    static BoxFolders withoutBot(BoxFolders folders, Path work) {
        return new BoxFolders(
                folders.data(),
                folders.runtime(),
                folders.home(),
                Optional.empty(),
                work,
                folders.writable(),
                folders.program(),
                folders.readOnly());
    }
}
