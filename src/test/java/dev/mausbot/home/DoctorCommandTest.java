package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code cloud-home doctor} as a person or a script starts it. */
class DoctorCommandTest {
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
        return program.run(program.root, new byte[0], BoxProgram.words("doctor", arguments));
    }

    @Test
    void looksAtAllThatBoxesNeedAndMakesNothing() throws Exception {
        BoxProgram.Ran ran = run("--json");
        assertThat(ran.exitCode()).as(ran.output() + ran.errors()).isZero();
        JsonNode report = new ObjectMapper().readTree(ran.output());
        assertThat(report.get("boxes").asBoolean()).isTrue();
        assertThat(report.get("findings"))
                .extracting(finding -> finding.get("about").asText())
                .containsAll(List.of(
                        "kernel",
                        "user namespaces",
                        "outer seccomp filter",
                        "box",
                        "socat",
                        "socket paths",
                        "memory",
                        "disk",
                        "clock",
                        "/proc options"))
                .anyMatch(about -> about.contains("engine"));
        assertThat(report.get("findings"))
                .filteredOn(finding -> !finding.get("severity").asText().equals("ok"))
                .allSatisfy(finding -> assertThat(finding.get("fix").asText())
                        .as(finding.toString())
                        .isNotBlank());
        assertThat(program.home).isEmptyDirectory();
    }

    @Test
    void endsWithOneWhereNoBoxCanBeUsed() throws Exception {
        program.with("OMB_PORT", "none");
        BoxProgram.Ran ran = run();
        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.lines())
                .anyMatch(line -> line.startsWith("blocks  settings"))
                .anyMatch(line -> line.contains("-> unset OMB_PORT"));
        assertThat(ran.lines().getLast()).isEqualTo("No box can be used here.");
    }
}
