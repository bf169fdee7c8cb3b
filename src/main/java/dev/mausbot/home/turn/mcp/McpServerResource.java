package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.turn.Problem;
import dev.mausbot.home.turn.Sent;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** {@code /api/mcp-servers}. Values of headers and variables go in and never come out. */
@Path("/api/mcp-servers")
@Produces(MediaType.APPLICATION_JSON)
public class McpServerResource {
    private final McpServers servers;
    private final McpTest test;

    McpServerResource(McpServers servers, McpTest test) {
        this.servers = servers;
        this.test = test;
    }

    @GET
    public List<McpServerView> list() {
        return servers.list();
    }

    @GET
    @Path("{name}")
    public McpServerView get(@PathParam("name") String name) {
        return servers.find(name).orElseThrow(() -> Problem.notFound("MCP server"));
    }

    @PUT
    @Path("{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    public McpServerView put(@PathParam("name") String name, NewMcpServer wanted) {
        return servers.put(name, Sent.body(wanted));
    }

    @DELETE
    @Path("{name}")
    public void delete(@PathParam("name") String name) {
        if (!servers.remove(name)) {
            throw Problem.notFound("MCP server");
        }
    }

    /** Reaches it as a turn would; takes 15 s at most. */
    @POST
    @Path("{name}/test")
    public McpTestResult test(@PathParam("name") String name) {
        return switch (servers.open(name).orElseThrow(() -> Problem.notFound("MCP server"))) {
            case StoredServer.Remote(var upstream) -> test.run(upstream);
            case StoredServer.Local _ ->
                throw Problem.conflict(
                        "This server is a command. It runs in the box with the engine, so a turn is its test.");
            case StoredServer.Closed(String reason) -> throw Problem.conflict(reason);
        };
    }
}
