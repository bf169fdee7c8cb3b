package dev.mausbot.home.launch;

import static dev.mausbot.home.launch.LaunchHouse.CALLER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.box.LaunchPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HookTokenTest {
    private LaunchHouse house;

    @BeforeEach
    void openHouse() throws IOException {
        house = LaunchHouse.open();
    }

    @AfterEach
    void closeHouse() throws IOException {
        // There is none where no box works.
        if (house != null) {
            house.close();
        }
    }

    @Test
    void isTheTurnsCapabilityReadOnlyAndGoesWithIt() throws Exception {
        String look = """
                t=~/.openmausbot/hook-tokens/c1
                [ "$(cat $t/token)" = "$OMB_HARNESS_TOKEN" ] && echo same
                echo x 2>/dev/null >$t/token || echo kept
                touch $t/other 2>/dev/null || echo kept
                ls ~/.openmausbot/hook-tokens $t
                """;
        for (int turn = 0; turn < 2; turn++) {
            assertThat(house.run(look).succeeded().lines())
                    .containsExactly(
                            "same",
                            "kept",
                            "kept",
                            house.data.resolve("hook-tokens") + ":",
                            "c1",
                            "",
                            house.data.resolve("hook-tokens/c1") + ":",
                            "token");
            assertThat(house.data.resolve("hook-tokens").resolve(CALLER.conversation()))
                    .isEmptyDirectory();
        }
    }

    @Test
    void aPlannedFileNamesItsFolder() throws Exception {
        LaunchPlan plan = new LaunchPlan(
                List.of("/bin/bash", "-c", "cat /run/box/files/settings"),
                Map.of(),
                List.of(),
                List.of(new LaunchPlan.PlannedFile("settings", "hook '" + LaunchPlan.HOOK_TOKENS + "'")),
                "",
                LaunchPlan.Input.CLOSED_AFTER_PROMPT,
                Optional.empty());
        Path folder = house.data.resolve("hook-tokens").resolve(CALLER.conversation());
        assertThat(house.run(plan).succeeded().output()).isEqualTo("hook '" + folder + "'");
    }
}
