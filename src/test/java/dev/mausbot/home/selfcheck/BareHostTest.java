package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.OperatorRanges;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.launch.Surroundings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The probe on the host itself, which is the weakest of all boxes: whatever it tries must get through, each attempt by
 * itself. What the mutations take is one protection each; this is all of them, and shows that no attempt is blind because
 * another one before it failed.
 */
class BareHostTest {
    private static final ProbeOutput.Told NOT_TOLD = new ProbeOutput.Told(true, "");

    private CoreVertx vertx;
    private Fixture fixture;

    @BeforeEach
    void makeFixture() throws IOException {
        vertx = CoreVertx.start();
        fixture = Fixture.make(
                vertx.vertx(),
                CheckHouse.surroundings(Surroundings.HomeView.PRIVATE),
                new OperatorRanges(List.of(), List.of()));
    }

    @AfterEach
    void throwAway() throws IOException {
        try (CoreVertx _ = vertx) {
            fixture.close();
        }
    }

    @Test
    void letsEveryAttemptOfEveryCheckThrough() throws Exception {
        Files.writeString(
                Files.createDirectories(fixture.work()).resolve("leak"),
                fixture.key().reveal());
        Map<String, String> attempts = new LinkedHashMap<>();
        StringBuilder instructions = new StringBuilder();
        for (Check check : Catalogue.checks()) {
            for (Attempt attempt : check.attempts().apply(fixture)) {
                if (!isAboutNothingHere(attempt)) {
                    String id = id(attempts.size());
                    attempts.put(id, check.id() + " " + attempt.verb());
                    instructions.append(attempt.line(id));
                }
            }
        }
        Map<String, ProbeOutput.Told> told = probed(instructions + "go\n", attempts.keySet());

        assertThat(told).containsOnlyKeys(attempts.keySet());
        assertThat(attempts.keySet())
                .filteredOn(id -> told.getOrDefault(id, NOT_TOLD).passed())
                .extracting(attempts::get)
                .as("judged on the host, or as it should be")
                .containsExactly("data.write overwrite", "data.own-work write");
        assertThat(Catalogue.checks())
                .filteredOn(check -> check.afterwards().apply(fixture).isPresent())
                .extracting(Check::id)
                .as("what the host shows: a file was planted, and the canary is dead and proves nothing")
                .containsExactly("data.write", "pid.canary-listed", "pid.canary-environ", "pid.canary-signal");
    }

    /** A folder of the image that this machine lacks; most lack {@code /.fly}. */
    private static boolean isAboutNothingHere(Attempt attempt) {
        return Set.of("read-only", "absent").contains(attempt.verb())
                && Files.notExists(Path.of(attempt.words().getFirst()));
    }

    private static String id(int number) {
        return "" + (char) ('a' + number / 26) + (char) ('a' + number % 26);
    }

    private Map<String, ProbeOutput.Told> probed(String instructions, Set<String> ids) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(Program.current().command("probe")).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(fixture.decoys());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("ANTHROPIC_API_KEY", fixture.key().reveal());
        Process process = builder.start();
        try (var input = process.getOutputStream()) {
            input.write(instructions.getBytes(StandardCharsets.UTF_8));
        }
        Map<String, ProbeOutput.Told> told = ProbeOutput.read(process.getInputStream(), ids);
        assertThat(process.waitFor()).isZero();
        return told;
    }
}
