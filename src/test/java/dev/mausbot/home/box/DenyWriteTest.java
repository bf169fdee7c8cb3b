package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What runs later and elsewhere is read-only where a box may write, or kept from appearing there. */
class DenyWriteTest {
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

    static Stream<Path> workNames() {
        return DenyWrite.inWork().stream().map(DenyWrite.Row::name);
    }

    static Stream<Path> homeNames() {
        return DenyWrite.inHome().stream().map(DenyWrite.Row::name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("workNames")
    void keepsWhatIsInAWorkingFolderReadOnly(Path name) throws Exception {
        Path there = project.resolve(name);
        Files.createDirectories(there.getParent());
        Files.writeString(there, "owner's");
        BoxHouse.Result result = house.run(
                inProject(), "cat '%1$s'; echo planted > '%1$s'; rm -rf '%1$s'; mv '%1$s' moved".formatted(name));
        assertThat(result.output()).isEqualTo("owner's");
        assertThat(there).hasContent("owner's");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("workNames")
    void keepsWhatIsMissingInAWorkingFolderFromAppearing(Path name) throws Exception {
        Files.createDirectories(project.resolve(name).getParent());
        if (name.startsWith(".git")) {
            // Without the name there is nothing to protect until the next box: what a box itself makes of a fresh
            // repository is the next test.
            return;
        }
        List<Path> before = house.everything();
        house.run(
                inProject(),
                "rm -rf '%1$s'; mkdir -p '%1$s'; echo planted > '%1$s/x'; echo planted > '%1$s'".formatted(name));
        assertThat(house.everything()).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("homeNames")
    void keepsWhatIsMissingInHomeFromAppearing(Path name) throws Exception {
        BoxFolders folders = MountTableTest.withHome(house.folders(), BoxFolders.Home.real(house.home));
        List<Path> before = house.everything();
        house.run(
                folders,
                "cd; rm -rf '%1$s'; echo planted > '%1$s'; mkdir -p '%1$s'; echo planted > '%1$s/x'".formatted(name));
        assertThat(house.everything()).isEqualTo(before);
    }

    @Test
    void leavesGitUsableInARepository() throws Exception {
        run("git", "init", "-q", project.toString());
        run("git", "-C", project.toString(), "config", "user.name", "Owner");
        run("git", "-C", project.toString(), "config", "user.email", "owner@example.com");
        BoxHouse.Result result = house.run(
                inProject(),
                "echo x > x && git add -A && git commit -qm one && git status --porcelain && git ls-files;"
                        + " echo 'touch /tmp/y' > .git/hooks/post-commit; git config core.hooksPath /tmp");
        assertThat(result.output()).isEqualTo("x\n");
        assertThat(project.resolve(".git/hooks/post-commit")).doesNotExist();
        assertThat(project.resolve(".git/config")).content().doesNotContain("hooksPath");
    }

    @Test
    void keepsAWorktreesLinkReadOnly() throws Exception {
        Files.writeString(project.resolve(".git"), "gitdir: /elsewhere\n");
        house.run(inProject(), "echo 'gitdir: planted' > .git; rm -f .git; mkdir -p .git/hooks");
        assertThat(project.resolve(".git")).hasContent("gitdir: /elsewhere");
    }

    @Test
    void refusesALinkInPlaceOfAProtectedName() throws Exception {
        Files.createSymbolicLink(project.resolve(".claude"), house.data);
        assertThat(house.refusal(inProject())).contains(".claude is a link").contains("put the real file or folder");
    }

    @Test
    void refusesALinkAboveAProtectedName() throws Exception {
        Files.createSymbolicLink(project.resolve(".git"), house.data);
        assertThat(house.refusal(inProject())).contains(".git/hooks is a link or lies behind one");
    }

    @Test
    void keepsTheStandInsWhileAnotherBoxNeedsThem() throws Exception {
        try (BoxPlace place = house.boxes.place()) {
            BoxSpec spec = house.spec(
                    place,
                    inProject(),
                    new BoxSpec.Network.None(),
                    List.of(
                            "/bin/bash",
                            "-c",
                            "echo up; read x; echo planted > .mcp.json; ls -A .mcp.json; echo done"));
            Box first = ((Started.Running) house.boxes.start(spec, place)).box();
            assertThat((char) first.output().read()).isEqualTo('u');
            house.run(inProject(), "true");
            first.input().write("go\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            assertThat(BoxHouse.result(first).errors()).contains(".mcp.json: Is a directory");
        }
        assertThat(project.resolve(".mcp.json")).doesNotExist();
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
