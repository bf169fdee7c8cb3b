package dev.mausbot.home.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.report.AuditResource;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code /audit}: what was decided, the newest first. */
@Path("/audit")
public class AuditPage {
    private static final int EVENTS = 100;
    /** Shown in columns of their own. */
    private static final Set<String> APART = Set.of("time", "event");

    private final AuditResource audit;
    private final Frames frames;

    AuditPage(AuditResource audit, Frames frames) {
        this.audit = audit;
        this.frames = frames;
    }

    @GET
    public Response audit(@QueryParam("before") @Nullable String before, @QueryParam("kind") @Nullable String kind) {
        Frame frame = frames.of("Audit", "audit");
        return Html.doing(
                () -> frame,
                "/audit",
                () -> Html.view(Views.audit(frame, view(HomePage.given(before), HomePage.given(kind)))));
    }

    private AuditView view(Optional<String> before, Optional<String> kind) {
        AuditResource.Events page = page(before, kind);
        List<AuditView.Line> lines = page.events().stream().map(AuditPage::line).toList();
        return new AuditView(
                lines,
                kind.orElse(""),
                lines.size() < EVENTS
                        ? ""
                        : page.events().getLast().path("time").asText(),
                page.failing(),
                page.lost());
    }

    private AuditResource.Events page(Optional<String> before, Optional<String> kind) {
        try {
            return audit.list(EVENTS, before, kind);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the audit log cannot be read", unreadable);
        }
    }

    private static AuditView.Line line(JsonNode event) {
        String said = event.properties().stream()
                .filter(field -> !APART.contains(field.getKey()))
                .filter(field -> !field.getValue().asText().isEmpty())
                .map(field -> field.getKey() + " " + field.getValue().asText())
                .collect(Collectors.joining(" · "));
        return new AuditView.Line(
                new Moment(Instant.parse(event.path("time").asText())),
                event.path("event").asText(),
                said);
    }
}
