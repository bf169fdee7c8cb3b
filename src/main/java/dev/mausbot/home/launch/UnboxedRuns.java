package dev.mausbot.home.launch;

import dev.mausbot.home.box.BoxEnd;
import dev.mausbot.home.box.BoxEnvironment;
import dev.mausbot.home.box.LaunchPlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Starts runs without a box, on a person's own machine where the box is off: the same allow-list for the environment,
 * and a process group that is ended as a whole. It protects nothing else, and every transcript says so.
 */
public final class UnboxedRuns implements Launcher {
    private final Surroundings surroundings;

    public UnboxedRuns(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public boolean boxes() {
        return false;
    }

    @Override
    public Launched start(RunRequest request) {
        if (needsABox(request)) {
            return new Launched.Refused(
                    "This engine reaches its provider and its MCP servers through the broker, which only a"
                            + " box has: start the server with OMB_BOT_BOX=1, or set the bot to another engine or to no MCP"
                            + " server by its URL.");
        }
        List<String> command = new ArrayList<>(List.of("/usr/bin/setsid"));
        command.addAll(request.plan().command());
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(request.workFolder().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment(request));
        try {
            Group group = new Group(builder.start());
            return new Launched.Running(Run.begin(group, request.plan(), false, request.timeLimit()));
        } catch (IOException failed) {
            return new Launched.Refused("the engine could not be started: " + failed.getMessage());
        }
    }

    /** Without a box, whatever listens at the broker's port would be sent a real key. */
    private static boolean needsABox(RunRequest request) {
        LaunchPlan plan = request.plan();
        // An engine with which there is a dialogue hears of its servers only then.
        boolean toldOfServersLater = plan.input() == LaunchPlan.Input.KEPT_OPEN
                && !request.mcpServers().isEmpty();
        return toldOfServersLater
                || !plan.files().isEmpty()
                || plan.command().stream().anyMatch(word -> word.contains(Filling.BROKER))
                || plan.environment().values().stream()
                        .anyMatch(value -> value.contains(Filling.BROKER) || value.contains("${broker-"));
    }

    private Map<String, String> environment(RunRequest request) {
        Map<String, String> plan = new TreeMap<>(request.plan().environment());
        plan.put("OMB_BOT_ID", request.caller().bot());
        plan.put("OMB_CONVERSATION_ID", request.caller().conversation());
        plan.put("OMB_TURN_ID", request.caller().turn());
        BoxEnvironment.Person person =
                new BoxEnvironment.Person(surroundings.home().toString(), surroundings.user(), surroundings.path());
        return BoxEnvironment.of(person, false, surroundings.environment(), plan)
                .variables();
    }

    /** A session of its own, so that TERM and KILL reach all that did not leave it. */
    private static final class Group implements Lifeline {
        private static final Duration GRACE = Duration.ofSeconds(5);

        /** With -s, because dash knows no "--" after "-TERM"; silent, because the group may be gone. */
        private static final String TO_GROUP = " -- -\"$1\" 2>/dev/null";

        private final Process leader;
        private final long startedAt = System.nanoTime();
        private final CompletableFuture<BoxEnd> over;

        Group(Process leader) {
            this.leader = leader;
            this.over = leader.onExit().thenApplyAsync(exited -> {
                endGroup();
                return new BoxEnd(exited.exitValue(), true, Duration.ofNanos(System.nanoTime() - startedAt));
            });
        }

        @Override
        public InputStream output() {
            return leader.getInputStream();
        }

        @Override
        public InputStream errors() {
            return leader.getErrorStream();
        }

        @Override
        public OutputStream input() {
            return leader.getOutputStream();
        }

        @Override
        public void terminate() {
            signal("TERM");
            Thread.ofVirtual().name("unboxed-grace").start(() -> {
                try {
                    if (!leader.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                        kill();
                    }
                } catch (InterruptedException stop) {
                    kill();
                }
            });
        }

        @Override
        public void kill() {
            signal("KILL");
            leader.destroyForcibly();
        }

        private void signal(String name) {
            shell("kill -s " + name + TO_GROUP);
        }

        /**
         * What the leader left running in its group ends with it, as in a box. Until nobody is there to be killed; a
         * second is enough for that, and a zombie that nobody collects would be there for ever.
         */
        private void endGroup() {
            shell("i=0; while kill -s KILL" + TO_GROUP + " && [ $i -lt 20 ]; do i=$((i + 1)); sleep 0.05; done");
        }

        /** Java signals single processes only; the shell's own {@code kill} reaches a group. */
        private void shell(String script) {
            try {
                new ProcessBuilder("/bin/sh", "-c", script, "group", Long.toString(leader.pid()))
                        .inheritIO()
                        .start()
                        .waitFor();
            } catch (IOException failed) {
                leader.destroyForcibly();
            } catch (InterruptedException stop) {
                leader.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public CompletableFuture<BoxEnd> over() {
            return over;
        }
    }
}
