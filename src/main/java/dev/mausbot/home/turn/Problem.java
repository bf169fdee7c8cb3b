package dev.mausbot.home.turn;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

/** Ends a request with a problem of this status; the text goes to whoever sent it. */
final class Problem {
    private Problem() {}

    static WebApplicationException notFound(String what) {
        return new WebApplicationException("There is no such " + what + ".", Response.Status.NOT_FOUND);
    }

    /** A problem of another status, with a sentence of its own. */
    static WebApplicationException of(int status, String why) {
        return new WebApplicationException(why, status);
    }

    static WebApplicationException tooMany(String why) {
        return new WebApplicationException(
                why,
                Response.status(Response.Status.TOO_MANY_REQUESTS)
                        .header("Retry-After", "5")
                        .build());
    }

    static WebApplicationException closing() {
        return new WebApplicationException("The server is going down.", Response.Status.SERVICE_UNAVAILABLE);
    }
}
