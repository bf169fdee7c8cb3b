package dev.mausbot.home.report;

import dev.mausbot.home.auth.AdminRequest;
import dev.mausbot.home.auth.signed.Canonical;
import dev.mausbot.home.auth.signed.SignedHeaders;
import dev.mausbot.home.turn.Problem;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;

/** {@code /api/cloud/box} for the owner, and {@code /api/cloud/health} for the Admin: signed in, signed out. */
@Path("/api/cloud")
class CloudResource {
    private static final String HEALTH = "/api/cloud/health";

    private final BoxReport box;
    private final HealthReport health;
    private final Machine machine;

    CloudResource(BoxReport box, HealthReport health, Machine machine) {
        this.box = box;
        this.health = health;
        this.machine = machine;
    }

    @GET
    @Path("/box")
    @Produces(MediaType.APPLICATION_JSON)
    public String box() {
        return box.json().encode();
    }

    /** The report, signed over exactly the bytes that are sent and over the request's own nonce. */
    @GET
    @Path("/health")
    @Produces(MediaType.APPLICATION_JSON)
    public Response health(@Context RoutingContext context) {
        Machine.Fleet fleet =
                machine.fleet().orElseThrow(() -> Problem.notFound("report: this machine belongs to no fleet"));
        // A spelling of the path that the door did not take for this one.
        AdminRequest request = AdminRequest.of(context)
                .orElseThrow(() -> new WebApplicationException("Only the Admin's signature opens this.", 401));
        byte[] body = health.json(fleet).encode().getBytes(StandardCharsets.UTF_8);
        long seconds = health.now().getEpochSecond();
        String signature = fleet.key().sign(Canonical.report(seconds, request.nonce(), HEALTH, body));
        Response.ResponseBuilder answer = Response.ok(body, MediaType.APPLICATION_JSON_TYPE);
        new SignedHeaders(seconds, request.nonce(), signature).asSent().forEach(answer::header);
        return answer.build();
    }
}
