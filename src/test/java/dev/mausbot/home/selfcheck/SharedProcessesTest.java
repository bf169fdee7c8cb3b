package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.boot.Program;
import dev.mausbot.home.box.BoxWorks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A box that shares the host's process numbers and nothing else: the user namespace alone still keeps environments from
 * being read, but not processes from being seen and ended. In bubblewrap as it is, because the bridges of one of our boxes
 * would outlive it without a process namespace.
 */
class SharedProcessesTest {
    private static final Set<String> IDS = Set.of("listed", "environ", "signal");

    @Test
    void showsAndLetsEndWhatItDoesNotLetRead() throws Exception {
        BoxWorks.assumeHere();
        assertThat(attacked(List.of("--unshare-pid")))
                .containsOnly(entry("listed", true), entry("environ", true), entry("signal", true));
        assertThat(attacked(List.of()))
                .containsOnly(entry("listed", false), entry("environ", true), entry("signal", false));
    }

    /** Which of the three held; an attack that ends the canary must be one that the probe tells of. */
    private static Map<String, Boolean> attacked(List<String> namespace) throws Exception {
        List<String> command = new ArrayList<>(List.of("/usr/bin/bwrap", "--unshare-user"));
        command.addAll(namespace);
        command.addAll(List.of("--cap-drop", "ALL", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc"));
        command.addAll(Program.current().command("probe"));
        try (Canary canary = Canary.start("omb-canary-" + FixtureKey.random(), FixtureKey.random())) {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (var input = process.getOutputStream()) {
                String attempts = Attempt.of("unlisted", canary.mark()).line("listed")
                        + Attempt.of("environ-hidden", canary.secret()).line("environ")
                        + Attempt.of("unsignalled", canary.mark(), canary.pid()).line("signal");
                input.write((attempts + "go\n").getBytes(StandardCharsets.UTF_8));
            }
            Map<String, Boolean> told = new TreeMap<>();
            ProbeOutput.read(process.getInputStream(), IDS).forEach((id, one) -> told.put(id, one.passed()));
            assertThat(process.waitFor()).isZero();
            boolean held = told.getOrDefault("signal", false);
            await().untilAsserted(() -> assertThat(canary.lives()).isEqualTo(held));
            return told;
        }
    }
}
