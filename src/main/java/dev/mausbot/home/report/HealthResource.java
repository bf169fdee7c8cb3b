package dev.mausbot.home.report;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** {@code /api/health}: open, 200 as soon as the server listens. */
@Path("/api/health")
class HealthResource {
    private final HomeState state;

    HealthResource(HomeState state) {
        this.state = state;
    }

    /** Answers from memory: it must not wait behind what a busy database makes wait. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @NonBlocking
    public Health get() {
        return new Health("cloud-home", state.now().word());
    }

    /**
     * The answer.
     *
     * @param app always {@code cloud-home}
     * @param state {@code starting}, {@code ready} or {@code refusing}
     */
    record Health(String app, String state) {}
}
