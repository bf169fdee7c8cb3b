package dev.mausbot.home.selfcheck;

import dev.mausbot.home.boot.Program;
import dev.mausbot.home.box.LaunchPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How the probe is started: by a plan like an engine's. */
final class ProbePlan {
    /** The internal route that answers it. */
    static final String INTERNAL_ROUTE = "check";

    private static final LaunchPlan.PlannedFile SETTINGS =
            new LaunchPlan.PlannedFile("settings.json", "{\"baseUrl\":\"${broker-url:" + FrontDesk.PROVIDER + "}\"}");

    private ProbePlan() {}

    static LaunchPlan of(Fixture fixture) {
        Map<String, String> environment = new TreeMap<>(fixture.decoys());
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("ANTHROPIC_API_KEY", fixture.key().reveal());
        environment.put("ANTHROPIC_BASE_URL", fixture.servers().upstream());
        return of(
                Program.current().command("probe"),
                environment,
                List.of(fixture.folders().programs()),
                List.of(SETTINGS));
    }

    static LaunchPlan of(
            List<String> command,
            Map<String, String> environment,
            List<Path> programs,
            List<LaunchPlan.PlannedFile> files) {
        return new LaunchPlan(command, environment, programs, files, "", LaunchPlan.Input.KEPT_OPEN, Optional.empty());
    }
}
