package dev.mausbot.home.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.doctor.Finding.Severity;
import dev.mausbot.home.engine.EngineProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class EngineVersionsTest {
    @TempDir
    private Path folder;

    private EngineProgram codex(String script) throws IOException {
        Path program = folder.toRealPath().resolve("codex");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new EngineProgram("codex", "codex", Optional.of(program), List.of(program));
    }

    private List<Finding> findInABox(EngineProgram program) throws IOException {
        return findInABox(program, Duration.ofSeconds(20));
    }

    private List<Finding> findInABox(EngineProgram program, Duration patience) throws IOException {
        BoxWorks.assumeHere();
        Path runtime = Files.createDirectory(
                folder.toRealPath().resolve("run"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        BoxDetection.Detected detected =
                new BoxDetection().detect(runtime, new BoxTools.Bridging.Own(List.of("/usr/bin/false")));
        assertThat(detected).isInstanceOf(BoxDetection.Detected.On.class);
        BoxTools tools = ((BoxDetection.Detected.On) detected).tools();
        EngineProgram claude = new EngineProgram("claude", "claude", Optional.empty(), List.of());
        return EngineVersions.find(List.of(program, claude), Optional.of(tools), runtime, patience);
    }

    @Test
    void asksForAVersionInsideABox() throws IOException {
        List<Finding> findings = findInABox(codex("echo \"codex 1.2.3 on $(uname -n), given $*\"; echo more"));
        assertThat(findings).hasSize(2);
        assertThat(findings.getFirst().severity()).isEqualTo(Severity.OK);
        assertThat(findings.getFirst().says()).startsWith("codex 1.2.3 on box, given --version (");
        assertThat(findings.getLast().says()).contains("claude");
    }

    @Test
    void tellsOfAProgramThatDoesNotStart() throws IOException {
        Finding found = findInABox(codex("exit 3")).getFirst();
        assertThat(found.severity()).isEqualTo(Severity.NOTE);
        assertThat(found.says()).contains("ends with 3");
        assertThat(found.fix()).isNotEmpty();
    }

    @Test
    @Timeout(30)
    void doesNotWaitForOneThatSaysNothingAndStays() throws IOException {
        Finding found =
                findInABox(codex("exec sleep 1000"), Duration.ofSeconds(1)).getFirst();
        assertThat(found.severity()).isEqualTo(Severity.NOTE);
        assertThat(found.says()).contains("does not end within 1 s");
    }

    @Test
    void startsNothingWhereNoBoxWorks() throws IOException {
        Path mark = folder.resolve("was-started");
        List<Finding> findings = EngineVersions.find(List.of(codex("touch " + mark)), Optional.empty(), folder);
        assertThat(findings).singleElement().satisfies(found -> {
            assertThat(found.severity()).isEqualTo(Severity.OK);
            assertThat(found.says()).contains("not started");
        });
        assertThat(mark).doesNotExist();
    }

    @Test
    void saysHowToGetAnEngineWhereThereIsNone() throws IOException {
        EngineProgram claude = new EngineProgram("claude", "claude", Optional.empty(), List.of());
        assertThat(EngineVersions.find(List.of(claude), Optional.empty(), folder))
                .singleElement()
                .satisfies(found -> assertThat(found.fix()).contains("npm install"));
    }
}
