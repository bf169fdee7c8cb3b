package dev.mausbot.home.web;

import dev.mausbot.home.auth.SessionEnding;
import dev.mausbot.home.auth.SignedIn;
import dev.mausbot.home.auth.session.Session;
import dev.mausbot.home.auth.session.Sessions;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** {@code /sessions}: who is signed in, and the end of that. */
@Path("/sessions")
public class SessionsPage {
    private final Sessions sessions;
    private final SessionEnding ending;
    private final Frames frames;

    SessionsPage(Sessions sessions, SessionEnding ending, Frames frames) {
        this.sessions = sessions;
        this.ending = ending;
        this.frames = frames;
    }

    @GET
    public Response sessions(@Context RoutingContext context) {
        Frame frame = frames.of("Sessions", "sessions");
        Optional<String> current = SignedIn.of(context).map(it -> it.session().id());
        List<SessionView> all = sessions.all().stream()
                .map(session ->
                        view(session, current.filter(session.id()::equals).isPresent()))
                .sorted(Comparator.comparing(SessionView::current).reversed())
                .toList();
        return Html.view(Views.sessions(frame, all));
    }

    private static SessionView view(Session session, boolean current) {
        return new SessionView(
                session.id(),
                session.label(),
                session.kind() == Session.Kind.COOKIE ? "a browser" : "a program",
                new Moment(session.createdAt()),
                new Moment(session.seenAt()),
                new Moment(session.endsAt()),
                current);
    }

    /** Ends one; of one's own nothing is left in the browser. */
    @POST
    @Path("{id}/end")
    public Response end(@PathParam("id") String id, @Context RoutingContext context) {
        Optional<String> cookie = ending.end(context, id);
        return cookie.map(gone -> Response.seeOther(URI.create("/pair"))
                        .header("Set-Cookie", gone)
                        .build())
                .orElseGet(() -> Html.to("/sessions"));
    }
}
