package dev.mausbot.home.web;

import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.mcp.ConnectorResource;
import dev.mausbot.home.turn.mcp.McpServerResource;
import dev.mausbot.home.turn.mcp.NewMcpServer;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /servers}: the MCP servers that bots get, each with a test; the connected apps. */
@Path("/servers")
public class ServersPage {
    private static final String HERE = "/servers";

    private final McpServerResource servers;
    private final ConnectorResource apps;
    private final Frames frames;

    ServersPage(McpServerResource servers, ConnectorResource apps, Frames frames) {
        this.servers = servers;
        this.apps = apps;
        this.frames = frames;
    }

    @GET
    public Response servers() {
        Frame frame = frame();
        return Html.view(Views.servers(
                frame,
                servers.list().stream().map(ServerView::of).toList(),
                apps.list().stream().map(ServerView::of).toList()));
    }

    private Frame frame() {
        return frames.of("Servers", "servers");
    }

    /** Adds one by its address, with one header at most; what is more special is added through the API. */
    @POST
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response add(
            @FormParam("name") String name,
            @FormParam("url") String url,
            @FormParam("header") @Nullable String header,
            @FormParam("value") @Nullable String value) {
        return Html.doing(this::frame, HERE, () -> {
            Optional<Map<String, String>> headers = HomePage.given(header)
                    .map(known -> Map.of(
                            known, HomePage.given(value).orElseThrow(() -> new BadField("value", "is missing"))));
            servers.put(
                    HomePage.given(name).orElse(""),
                    new NewMcpServer(
                            HomePage.given(url),
                            headers,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()));
            return Html.to(HERE);
        });
    }

    @POST
    @Path("{name}/remove")
    public Response remove(@PathParam("name") String name) {
        return Html.doing(this::frame, HERE, () -> {
            servers.delete(name);
            return Html.to(HERE);
        });
    }

    /** Reaches it as a turn would, which takes 15 s at most. To a script it answers with the finding alone. */
    @POST
    @Path("{name}/test")
    public Response test(@PathParam("name") String name, @HeaderParam("HX-Request") @Nullable String script) {
        ServerView.Tested found = tested(name);
        return Html.view(
                script == null
                        ? Views.found(frames.of("Test of " + name, "servers"), found, HERE)
                        : Views.tested(found));
    }

    private ServerView.Tested tested(String name) {
        try {
            return ServerView.of(servers.test(name));
        } catch (WebApplicationException refused) {
            return new ServerView.Tested(false, String.valueOf(refused.getMessage()));
        }
    }
}
