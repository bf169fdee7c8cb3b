package dev.mausbot.home.turn;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.audit.Signatory;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;

/** {@code /api/bots}. */
@Path("/api/bots")
@Produces(MediaType.APPLICATION_JSON)
public class BotResource {
    private final Bots bots;
    private final Audit audit;
    private final Signatory signatory;

    BotResource(Bots bots, Audit audit, Signatory signatory) {
        this.bots = bots;
        this.audit = audit;
        this.signatory = signatory;
    }

    /** What {@code PUT …/approvals} is sent with. */
    public record NewApprovals(Approvals approvals) {
        public NewApprovals {
            Fields.present("approvals", approvals);
        }
    }

    @GET
    public List<Bot> list(
            @QueryParam("after") @DefaultValue("0") long after, @QueryParam("limit") @DefaultValue("100") int limit) {
        return bots.page(new Page(after, limit));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(NewBot wanted) {
        Bot bot = bots.add(Sent.body(wanted));
        return Response.created(URI.create("/api/bots/" + bot.id())).entity(bot).build();
    }

    @GET
    @Path("{id}")
    public Bot get(@PathParam("id") String id) {
        return bots.find(id).orElseThrow(() -> Problem.notFound("bot"));
    }

    /** Whether it asks before it acts, from its next turn on. */
    @PUT
    @Path("{id}/approvals")
    @Consumes(MediaType.APPLICATION_JSON)
    public Bot setApprovals(@PathParam("id") String id, NewApprovals wanted) {
        Approvals approvals = Sent.body(wanted).approvals();
        Bot bot = bots.set(id, approvals).orElseThrow(() -> Problem.notFound("bot"));
        audit.record(new AuditEvent.ApprovalsChanged("", id, "", approvals.name(), signatory.owner()));
        return bot;
    }
}
