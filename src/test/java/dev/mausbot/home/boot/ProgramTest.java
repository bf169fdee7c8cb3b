package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    @TempDir
    Path temp;

    /** The launcher's dry run loads the main class and ends before it runs. */
    @Test
    void namesAJavaAndAClassPathThatFindMain() throws Exception {
        List<String> command = new ArrayList<>(Program.current().command());
        command.add(1, "--dry-run");

        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(command).endsWith("dev.mausbot.home.Main");
    }

    @Test
    void putsTheArgumentsLast() {
        assertThat(Program.executable(Path.of("/app/cloud-home")).command("bridge", "3128"))
                .containsExactly("/app/cloud-home", "bridge", "3128");
    }

    @Test
    void needsInABoxWhatIsNotThereAnyway() throws IOException {
        Path jar = Files.createFile(Files.createDirectory(temp.resolve("app")).resolve("cloud-home.jar"));
        Path classes = Files.createDirectory(temp.resolve("classes"));

        assertThat(Program.onJvm(Path.of("/usr/lib/jvm/jdk-25"), jar).readOnlyFolders())
                .containsExactly(temp.resolve("app"));
        assertThat(Program.onJvm(Path.of("/srv/jdk-25"), classes).readOnlyFolders())
                .containsExactly(Path.of("/srv/jdk-25"), classes);
        assertThat(Program.executable(Path.of("/app/cloud-home")).readOnlyFolders())
                .containsExactly(Path.of("/app"));
        assertThat(Program.executable(Path.of("/opt/cloud-home/cloud-home")).readOnlyFolders())
                .isEmpty();
    }

    @Test
    void startsTheServerFromAFolderOfItsOwn() throws IOException {
        Path jar = Files.createFile(Files.createDirectory(temp.resolve("app")).resolve("cloud-home.jar"));
        Program jvm = Program.onJvm(Path.of("/usr/lib/jvm/jdk-25"), jar);
        Program executable = Program.executable(Path.of("/app/cloud-home"));

        assertThat(jvm.serverCommand())
                .startsWith("/usr/lib/jvm/jdk-25/bin/java")
                .endsWith("-jar", temp.resolve("quarkus-run.jar").toString(), "serve");
        assertThat(jvm.folder()).isEqualTo(temp);
        assertThat(jvm.code()).containsExactly(Path.of("/usr/lib/jvm/jdk-25"), temp);
        assertThat(executable.serverCommand()).containsExactly("/app/cloud-home", "serve");
        assertThat(executable.folder()).isEqualTo(Path.of("/app"));
        assertThat(executable.code()).containsExactly(Path.of("/app"));
    }
}
