package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders that no order of mounts could make safe are refused before anything starts. */
class FolderRulesTest {
    private BoxHouse house;

    @BeforeEach
    void openHouse() throws Exception {
        house = BoxHouse.open();
    }

    @AfterEach
    void closeHouse() throws Exception {
        house.close();
    }

    private String refusalOfWork(Path work) throws Exception {
        return house.refusal(MountTableTest.with(house.folders(), work, List.of(), List.of()));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {"/", "/usr", "/usr/share", "/etc", "/proc", "/proc/self", "/sys", "/dev", "/run", "/tmp", "/var"
            })
    void refusesTheSystemsFoldersAsWritable(String folder) throws Exception {
        assertThat(refusalOfWork(Path.of(folder))).containsAnyOf("choose", "name it without links");
    }

    @Test
    void refusesTheDataFolderAndAnotherBotsFolder() throws Exception {
        assertThat(refusalOfWork(house.data)).contains("only its bot's own folder");
        assertThat(refusalOfWork(house.otherBot)).contains("only its bot's own folder");
        assertThat(refusalOfWork(house.engineHome)).contains("only its bot's own folder");
    }

    @Test
    void refusesTheRuntimeFolder() throws Exception {
        assertThat(refusalOfWork(house.runtime)).contains("runtime folder");
    }

    @Test
    void refusesAFolderThatIsMissing() throws Exception {
        assertThat(refusalOfWork(house.root.resolve("nowhere"))).contains("make it");
    }

    @Test
    void refusesAFolderBehindALink() throws Exception {
        Path real = Files.createDirectory(house.root.resolve("real"));
        Path link = Files.createSymbolicLink(house.root.resolve("link"), real);
        assertThat(refusalOfWork(link)).contains("name it without links");
    }

    @Test
    void refusesAFolderFromWhichTheDataFolderCouldBeMovedAway() throws Exception {
        // The data folder is a child of HOME, which is a child of this: a box could rename HOME.
        assertThat(refusalOfWork(house.root)).contains("that the box could rename");
    }

    @Test
    void refusesTheRealHomeBesideAPrivateOne() throws Exception {
        assertThat(refusalOfWork(house.home)).contains("ask for the real HOME");
    }

    @Test
    void refusesAFolderThatHoldsTheProgramItself() throws Exception {
        Path project = Files.createDirectory(house.root.resolve("project"));
        Path program = Files.createDirectories(project.resolve("target/classes"));
        BoxFolders folders = house.folders();
        assertThat(house.refusal(new BoxFolders(
                        folders.data(),
                        folders.runtime(),
                        folders.home(),
                        folders.bot(),
                        project,
                        List.of(),
                        List.of(program),
                        List.of())))
                .contains("holds this program itself");
    }

    @Test
    void startsNothingWhenAPathIsNotTheOneThatWasLookedAt() throws Exception {
        Path project = Files.createDirectory(house.root.resolve("project"));
        try (BoxPlace place = house.boxes.place();
                MountPoints.Held held = new MountPoints(house.root.resolve("journal")).hold(house.data)) {
            BoxSpec spec = house.spec(
                    place,
                    MountTableTest.with(house.folders(), project, List.of(), List.of()),
                    new BoxSpec.Network.None(),
                    List.of("/bin/sh", "-c", "echo started"));
            Mounts planned = Mounts.of(spec, place, held, Weakening.none());
            // The same names, other files.
            Path away = Files.move(project, house.root.resolve("away"));
            assertThat(new ProcessBuilder("cp", "-a", away.toString(), project.toString())
                            .start()
                            .waitFor())
                    .isZero();
            BoxHouse.Result result = BoxHouse.result(house.boxes.launch(spec, place, planned, house.boxes.hold(spec)));
            assertThat(result.output()).isEmpty();
            assertThat(result.exitCode()).isEqualTo(97);
            assertThat(result.errors()).startsWith("box: ").contains(project.toString());
        }
        Files.delete(house.root.resolve("journal"));
    }
}
