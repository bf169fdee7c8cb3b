package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.turn.Problem;
import dev.mausbot.home.turn.Sent;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** {@code /api/connectors}. What boxes call is {@code /api/internal/connectors}; values of headers go in and never come out. */
@Path("/api/connectors")
@Produces(MediaType.APPLICATION_JSON)
public class ConnectorResource {
    private final Connectors connectors;

    ConnectorResource(Connectors connectors) {
        this.connectors = connectors;
    }

    @GET
    public List<ConnectorView> list() {
        return connectors.list();
    }

    @GET
    @Path("{name}")
    public ConnectorView get(@PathParam("name") String name) {
        return connectors.find(name).orElseThrow(() -> Problem.notFound("connector"));
    }

    @PUT
    @Path("{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    public ConnectorView put(@PathParam("name") String name, NewConnector wanted) {
        return connectors.put(name, Sent.body(wanted));
    }

    @DELETE
    @Path("{name}")
    public void delete(@PathParam("name") String name) {
        if (!connectors.remove(name)) {
            throw Problem.notFound("connector");
        }
    }
}
