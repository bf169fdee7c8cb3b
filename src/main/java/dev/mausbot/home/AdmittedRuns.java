package dev.mausbot.home;

import dev.mausbot.home.launch.Launched;
import dev.mausbot.home.launch.Launcher;
import dev.mausbot.home.launch.RunRequest;
import dev.mausbot.home.selfcheck.Admission;

/** Starts runs only while they are admitted, and else refuses them with the reason; what runs already goes on. */
record AdmittedRuns(Launcher runs, Admission admission) implements Launcher {
    @Override
    public Launched start(RunRequest request) {
        return admission.refusal().<Launched>map(Launched.Refused::new).orElseGet(() -> runs.start(request));
    }
}
