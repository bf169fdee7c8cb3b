package dev.mausbot.home.web;

import dev.mausbot.home.turn.keys.NewKey;
import dev.mausbot.home.turn.keys.ProviderResource;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** {@code /keys}: keys of model providers. They go in here and are never shown. */
@Path("/keys")
public class KeysPage {
    private static final String HERE = "/keys";

    private final ProviderResource providers;
    private final Frames frames;

    KeysPage(ProviderResource providers, Frames frames) {
        this.providers = providers;
        this.frames = frames;
    }

    @GET
    public Response keys() {
        Frame frame = frame();
        return Html.view(
                Views.keys(frame, providers.list().stream().map(KeyView::of).toList()));
    }

    private Frame frame() {
        return frames.of("Keys", "keys");
    }

    @POST
    @Path("{id}")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response set(
            @PathParam("id") String id, @FormParam("key") String key, @FormParam("address") @Nullable String address) {
        return Html.doing(this::frame, HERE, () -> {
            providers.put(id, new NewKey(HomePage.given(key).orElse(""), HomePage.given(address)));
            return Html.to(HERE + "#key-" + id);
        });
    }

    @POST
    @Path("{id}/remove")
    public Response remove(@PathParam("id") String id) {
        return Html.doing(this::frame, HERE, () -> {
            providers.delete(id);
            return Html.to(HERE);
        });
    }
}
