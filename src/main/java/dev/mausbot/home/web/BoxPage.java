package dev.mausbot.home.web;

import dev.mausbot.home.audit.RefusalTally;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.report.Hardening;
import dev.mausbot.home.report.Observed;
import dev.mausbot.home.report.RefusalWords;
import dev.mausbot.home.selfcheck.CheckResult;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import dev.mausbot.home.selfcheck.SelfChecks;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** {@code /box}: does the home hold? What the self-check found, how hard the machine is, what the gates refused. */
@Path("/box")
public class BoxPage {
    private static final int MOST_REFUSED = 100;

    private final SelfChecks checks;
    private final Observed observed;
    private final Frames frames;
    private volatile Optional<Run> asked = Optional.empty();

    BoxPage(SelfChecks checks, Observed observed, Frames frames) {
        this.checks = checks;
        this.observed = observed;
        this.frames = frames;
    }

    /** A self-check that somebody asked for here. */
    private record Run(CompletableFuture<SelfCheckResult> result, Instant begun) {
        String fault() {
            return result.state() == Future.State.FAILED
                    ? String.valueOf(result.exceptionNow().getMessage())
                    : "";
        }
    }

    @GET
    public Response box() {
        Frame frame = frames.of("The box", "box");
        return Html.view(Views.box(frame, view(), progress()));
    }

    /** The part of it that changes while a check runs. */
    @GET
    @Path("checks")
    public Response checks() {
        return Html.view(Views.checks(progress()));
    }

    @POST
    @Path("run")
    public Response run(@HeaderParam("HX-Request") @Nullable String script) {
        if (running().isEmpty()) {
            asked = Optional.of(new Run(checks.run(), Instant.now()));
        }
        return script == null ? Html.to("/box#checks") : checks();
    }

    private Optional<Run> running() {
        return asked.filter(run -> !run.result().isDone());
    }

    private BoxView view() {
        return new BoxView(
                missing(),
                refused(),
                observed.unbrokered().get(),
                observed.counts().boxesStarted());
    }

    private ChecksView progress() {
        Optional<Run> running = running();
        Optional<SelfCheckResult> last = checks.last();
        return new ChecksView(
                observed.box() instanceof BoxDetection.Detected.Off off ? off.reason() : "",
                running.isPresent(),
                running.map(run -> Duration.between(run.begun(), Instant.now()).toSeconds())
                        .orElse(0L),
                last.map(SelfCheckResult::score).orElse(""),
                last.filter(SelfCheckResult::passed).isPresent(),
                new Moment(last.map(SelfCheckResult::at).orElse(Instant.EPOCH)),
                last.map(it -> it.took().toMillis()).orElse(0L),
                asked.map(Run::fault).orElse(""),
                last.map(BoxPage::layers).orElseGet(List::of));
    }

    static List<ChecksView.Layer> layers(SelfCheckResult result) {
        Map<String, List<ChecksView.Check>> byLayer = new LinkedHashMap<>();
        // The sort is stable: within passed and failed it stays the catalogue's order.
        result.checks().stream()
                .sorted(Comparator.comparing(CheckResult::passed))
                .forEach(check -> byLayer.computeIfAbsent(check.layer(), _ -> new ArrayList<>())
                        .add(new ChecksView.Check(check.id(), check.sentence(), check.passed(), check.seen())));
        return byLayer.entrySet().stream()
                .map(layer -> new ChecksView.Layer(
                        layer.getKey(),
                        layer.getValue(),
                        layer.getValue().stream()
                                .filter(check -> !check.passed())
                                .count()))
                .toList();
    }

    private static List<String> missing() {
        try {
            return Hardening.measure().missing();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("/proc cannot be read", unreadable);
        }
    }

    private List<BoxView.Refused> refused() {
        List<RefusalTally.Refusal> all = observed.refused().all();
        return all.reversed().stream()
                .limit(MOST_REFUSED)
                .map(it -> new BoxView.Refused(
                        it.gate().name().toLowerCase(Locale.ROOT), it.target(), RefusalWords.clause(it), it.times()))
                .toList();
    }
}
