package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways around the protected names: what a hostile bot tries when writing them is refused. */
class PlantingTest {
    private BoxHouse house;
    private Path project;

    @BeforeEach
    void openHouse() throws Exception {
        house = BoxHouse.open();
        project = Files.createDirectories(house.root.resolve("project"));
    }

    @AfterEach
    void closeHouse() throws Exception {
        house.close();
    }

    private BoxFolders inProject() {
        return MountTableTest.with(house.folders(), project, List.of(), List.of());
    }

    private BoxFolders inRealHome() {
        return MountTableTest.withHome(house.folders(), BoxFolders.Home.real(house.home));
    }

    @Test
    void cannotMoveARepositorysFolderAwayFromItsProtectedNames() throws Exception {
        git("init", "-q", project.toString());
        house.run(inProject(), "cp -r .git copy; echo evil > copy/hooks/post-commit; mv .git aside; mv -T copy .git");
        assertThat(project.resolve(".git/hooks/post-commit")).doesNotExist();
        assertThat(project.resolve(".git/HEAD")).exists();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        ".claude/settings.json",
        ".codex/config.toml",
        ".codex/rules/default.rules",
        ".config/autostart/x.desktop",
        ".config/opencode/opencode.json",
        ".local/bin/git"
    })
    void cannotMoveAFolderOfHomeAwayFromItsProtectedNames(Path name) throws Exception {
        Path top = name.getName(0);
        Path around = name.resolveSibling("");
        Files.createDirectories(house.home.resolve(top));
        house.run(
                inRealHome(),
                "cd; mv %1$s aside; rm -rf %1$s; mkdir -p %2$s; echo evil > %3$s".formatted(top, around, name));
        assertThat(house.home.resolve(name)).doesNotExist();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"hooks/post-commit", "config", "commondir", "config.worktree"})
    void keepsWhatGitObeysFromAppearingInARepository(String name) throws Exception {
        git("init", "-q", "--template=", project.toString());
        Files.deleteIfExists(project.resolve(".git/config"));
        List<Path> before = house.everything();
        house.run(inProject(), "cd .git; mkdir hooks; rm -f %1$s; echo evil > %1$s".formatted(name));
        assertThat(house.everything()).isEqualTo(before);
    }

    @Test
    void leavesGitAsItWasInARepositoryWithoutHooks() throws Exception {
        git("init", "-q", "--template=", project.toString());
        BoxHouse.Result result = house.run(
                inProject(),
                "export GIT_AUTHOR_NAME=b GIT_AUTHOR_EMAIL=b@b GIT_COMMITTER_NAME=b GIT_COMMITTER_EMAIL=b@b;"
                        + " echo x > x && git add -A && git commit -qm one && git ls-files && git gc -q"
                        + " && git worktree add -q /tmp/w && git -C /tmp/w status --porcelain && git stash list");
        assertThat(result.output()).isEqualTo("x\n");
        assertThat(result.errors()).isEmpty();
    }

    @Test
    void cannotMoveAWorkingFolderInTheBotsOwnAwayFromItsProtectedNames() throws Exception {
        Path work = Files.createDirectories(house.bot.resolve("deep/project"));
        BoxFolders folders = MountTableTest.with(house.folders(), work, List.of(), List.of());
        house.run(folders, "cd ../..; mv deep/project aside; mv deep aside; mkdir -p deep/project/.vscode");
        assertThat(work).exists();
        assertThat(work.resolve(".vscode")).isEmptyDirectory();
    }

    @Test
    void stillEndsAndLetsGoOfTheRestWhenItClosesAFolderToItsOwner() throws Exception {
        Path config = Files.createDirectories(house.home.resolve(".config"));
        BoxFolders folders = MountTableTest.withHome(inProject(), BoxFolders.Home.real(house.home));
        BoxHouse.Result result = house.run(folders, "chmod 000 ~/.config; exit 3");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(house.home.resolve(".bashrc")).doesNotExist();
        assertThat(project.resolve(".mcp.json")).doesNotExist();
        Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rwx------"));
    }

    private static void git(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
