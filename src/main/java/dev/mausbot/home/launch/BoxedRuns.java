package dev.mausbot.home.launch;

import dev.mausbot.home.box.Box;
import dev.mausbot.home.box.BoxEnd;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.LaunchPlan.PlannedFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Starts every run in a box of its own, with gates of its own. */
public final class BoxedRuns implements Launcher {
    private final GatedBoxes boxes;
    private final Surroundings surroundings;

    public BoxedRuns(GatedBoxes boxes, Surroundings surroundings) {
        this.boxes = boxes;
        this.surroundings = surroundings;
    }

    @Override
    public Launched start(RunRequest request) {
        LaunchPlan plan = request.plan();
        BoxOrder order;
        try {
            Path hookTokens = surroundings.hookTokens(request.caller().conversation());
            List<Path> readOnly = new ArrayList<>(plan.programs());
            readOnly.add(hookTokens);
            order = new BoxOrder(
                    request.caller(),
                    plan.command(),
                    plan.environment(),
                    Map.of(),
                    withHookTokens(plan.files(), hookTokens),
                    request.mcpServers().stream().map(McpUpstream::grant).toList(),
                    surroundings.folders(request.caller().bot(), request.workFolder(), readOnly),
                    BoxOrder.Net.GATED,
                    request.domains(),
                    false,
                    Optional.of(hookTokens),
                    plan.signIn());
        } catch (IllegalArgumentException unfit) {
            return new Launched.Refused(String.valueOf(unfit.getMessage()));
        } catch (IOException failed) {
            return new Launched.Refused("the bot's folders could not be made: %s; check the owner and mode of %s"
                    .formatted(failed.getMessage(), surroundings.data()));
        }
        return switch (boxes.open(order)) {
            case GatedBoxes.Opened.Refused(String reason) -> new Launched.Refused(reason);
            case GatedBoxes.Opened.Running(OpenBox box) ->
                new Launched.Running(Run.begin(new InBox(box), plan, true, request.timeLimit()));
        };
    }

    /** A word in single quotes of a shell, in a text of JSON. */
    private static List<PlannedFile> withHookTokens(List<PlannedFile> files, Path folder) {
        String word =
                folder.toString().replace("'", "'\\''").replace("\\", "\\\\").replace("\"", "\\\"");
        return files.stream()
                .map(file -> new PlannedFile(file.name(), file.content().replace(LaunchPlan.HOOK_TOKENS, word)))
                .toList();
    }

    /** A run's hold on its box. */
    record InBox(OpenBox open) implements Lifeline {
        private Box box() {
            return open.box();
        }

        @Override
        public InputStream output() {
            return box().output();
        }

        @Override
        public InputStream errors() {
            return box().errors();
        }

        @Override
        public OutputStream input() {
            return box().input();
        }

        @Override
        public String filled(String text) {
            return open.filling().apply(text);
        }

        @Override
        public void terminate() {
            box().interrupt();
        }

        @Override
        public void kill() {
            box().kill();
        }

        @Override
        public CompletableFuture<BoxEnd> over() {
            return open.over();
        }
    }
}
