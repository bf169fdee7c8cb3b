package dev.mausbot.home.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.audit.AuditLog;
import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.Fields;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code GET /api/audit}: the newest events of the audit log, those before one, or those of one kind. */
@Path("/api/audit")
@Produces(MediaType.APPLICATION_JSON)
public class AuditResource {
    private static final int MOST = 500;
    private static final Pattern KIND = Pattern.compile("[a-z]+([.-][a-z]+)*");

    private final AuditLog log;
    private final ObjectMapper json;

    AuditResource(AuditLog log, ObjectMapper json) {
        this.log = log;
        this.json = json;
    }

    /**
     * A page.
     *
     * @param events the newest first
     * @param failing whether events are being lost, because they cannot be written
     * @param lost how many were lost since the server started
     */
    public record Events(List<JsonNode> events, boolean failing, long lost) {}

    @GET
    public Events list(
            @QueryParam("limit") @DefaultValue("100") int limit,
            @QueryParam("before") Optional<String> before,
            @QueryParam("kind") Optional<String> kind)
            throws IOException {
        if (limit < 1 || limit > MOST) {
            throw new BadField("limit", "is not between 1 and " + MOST);
        }
        kind.ifPresent(wanted -> Fields.matching("kind", wanted, 40, KIND, "is not a kind of event"));
        List<JsonNode> events = log.page(limit, before.map(AuditResource::time), kind).stream()
                .flatMap(this::event)
                .toList();
        return new Events(events, log.failing(), log.lost());
    }

    /** A line that was torn when the machine went down is none. */
    private Stream<JsonNode> event(String line) {
        try {
            return Stream.of(json.readTree(line));
        } catch (JsonProcessingException torn) {
            return Stream.empty();
        }
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException bad) {
            throw new BadField("before", "is not the time of an event");
        }
    }
}
