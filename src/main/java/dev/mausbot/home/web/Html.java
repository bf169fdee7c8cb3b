package dev.mausbot.home.web;

import dev.mausbot.home.turn.BadField;
import io.quarkus.qute.TemplateInstance;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.function.Supplier;

/** Answers with a view, or with another place to look at. */
final class Html {
    /** Nothing from elsewhere, nothing inline, in nobody's frame. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private Html() {}

    static Response view(TemplateInstance view) {
        return view(200, view);
    }

    private static Response view(int status, TemplateInstance view) {
        return Response.status(status)
                .entity(view.render())
                .header(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
                .header("Content-Security-Policy", POLICY)
                .header("Referrer-Policy", "same-origin")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .build();
    }

    /** Where a form leads to: reloading it sends nothing twice. */
    static Response to(String path) {
        return Response.seeOther(URI.create(path)).build();
    }

    /** Does what a form asks for. What the API would refuse is refused here, in a view of its own, framed only then. */
    static Response doing(Supplier<Frame> frame, String back, Supplier<Response> action) {
        try {
            return action.get();
        } catch (BadField bad) {
            return refused(400, frame.get(), back, "The " + bad.getMessage());
        } catch (WebApplicationException refused) {
            return refused(refused.getResponse().getStatus(), frame.get(), back, String.valueOf(refused.getMessage()));
        }
    }

    static Response refused(int status, Frame frame, String back, String why) {
        return view(status, Views.refused(frame, why, back));
    }
}
