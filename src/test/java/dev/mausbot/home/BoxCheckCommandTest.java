package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code cloud-home box-check} as a person or a script starts it. */
class BoxCheckCommandTest {
    private BoxProgram program;

    @BeforeEach
    void openProgram() throws IOException {
        program = BoxProgram.here();
    }

    @AfterEach
    void closeProgram() throws IOException {
        if (program != null) {
            program.close();
        }
    }

    private BoxProgram.Ran run(String... arguments) throws Exception {
        return program.run(program.root, new byte[0], BoxProgram.words("box-check", arguments));
    }

    @Test
    void passesHere() throws Exception {
        BoxProgram.Ran ran = run();
        assertThat(ran.exitCode()).as(ran.output() + ran.errors()).isZero();
        assertThat(ran.lines().getLast()).matches("checks 29/29 in [0-9]+ ms");
        assertThat(ran.lines()).contains("mounts", "broker").noneMatch(line -> line.startsWith("FAILED"));
        // Without a server nothing is made where one would be.
        assertThat(program.home).isEmptyDirectory();
    }

    @Test
    void failsAndSaysWhatWasSeenWhenAProtectionIsTaken() throws Exception {
        BoxProgram.Ran ran = run("--json", "--mutate=bind-fly,no-seccomp");
        assertThat(ran.exitCode()).isEqualTo(1);
        JsonNode report = new ObjectMapper().readTree(ran.output());
        assertThat(report.get("checks").asText()).isEqualTo("27/29");
        assertThat(report.get("mutations")).extracting(JsonNode::asText).containsExactly("bind-fly", "no-seccomp");
        assertThat(report.get("results"))
                .filteredOn(check -> !check.get("passed").asBoolean())
                .extracting(check -> check.get("id").asText())
                .containsExactly("fly.absent", "seccomp.filter");
    }

    @Test
    void knowsWhatItCanTakeAndNothingElse() throws Exception {
        BoxProgram.Ran unknown = run("--mutate=bind-data,everything");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.errors()).contains("no mutation everything", "bind-data", "any-grant");
        assertThat(run("--help").output()).contains("--mutate", "--json", "share-net", "125");
        assertThat(run("more").exitCode()).isEqualTo(2);
    }

    @Test
    void cannotBeWeakenedByASetting() throws Exception {
        assertThat(program.with("OMB_BOX_MUTATE", "bind-data").run("--", "true").exitCode())
                .isEqualTo(BoxCommand.NOT_STARTED);
        assertThat(program.run("--mutate=bind-data", "--", "true").exitCode()).isEqualTo(2);
    }

    @Test
    void saysWhyThereIsNoBox() throws Exception {
        BoxProgram.Ran ran = program.with(
                        "OMB_RUNTIME_DIR",
                        program.root.resolve("long".repeat(30)).toString())
                .run(program.root, new byte[0], BoxProgram.words("box-check"));
        assertThat(ran.exitCode()).isEqualTo(125);
        assertThat(ran.errors())
                .startsWith("box-check: no box could be started: ")
                .contains("OMB_RUNTIME_DIR");
    }
}
