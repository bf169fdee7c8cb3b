package dev.mausbot.home.turn.keys;

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

/** {@code /api/providers}. A key goes in and never comes out. */
@Path("/api/providers")
@Produces(MediaType.APPLICATION_JSON)
public class ProviderResource {
    private final ProviderKeys keys;

    ProviderResource(ProviderKeys keys) {
        this.keys = keys;
    }

    @GET
    public List<ProviderView> list() {
        return keys.list();
    }

    @PUT
    @Path("{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    public ProviderView put(@PathParam("id") String id, NewKey wanted) {
        return keys.put(id, Sent.body(wanted));
    }

    @DELETE
    @Path("{id}")
    public void delete(@PathParam("id") String id) {
        if (!keys.remove(id)) {
            throw Problem.notFound("stored key");
        }
    }
}
