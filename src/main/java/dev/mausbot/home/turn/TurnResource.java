package dev.mausbot.home.turn;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** {@code /api/turns}; a turn's events are streamed by {@link EventStreams}. */
@Path("/api/turns/{id}")
@Produces(MediaType.APPLICATION_JSON)
public class TurnResource {
    private final Turns turns;

    TurnResource(Turns turns) {
        this.turns = turns;
    }

    @GET
    public TurnView get(@PathParam("id") String id) {
        Turn turn = turns.find(id).orElseThrow(() -> Problem.notFound("turn"));
        return new TurnView(turn, turns.position(id));
    }

    /** Answers at once; the turn's stream ends when it has ended. Asking twice, or too late, changes nothing. */
    @POST
    @Path("interrupt")
    public Response interrupt(@PathParam("id") String id) {
        get(id);
        turns.interrupt(id);
        return Response.accepted(get(id)).build();
    }
}
