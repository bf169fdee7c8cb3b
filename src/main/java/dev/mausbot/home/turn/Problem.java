package dev.mausbot.home.turn;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

/** Ends a request with a problem of this status; the text goes to whoever sent it. */
public final class Problem {
    private Problem() {}

    public static WebApplicationException notFound(String what) {
        return new WebApplicationException("There is no such " + what + ".", Response.Status.NOT_FOUND);
    }

    /** A problem of another status, with a sentence of its own. */
    static WebApplicationException of(int status, String why) {
        return new WebApplicationException(why, status);
    }

    public static WebApplicationException tooMany(String why) {
        return new WebApplicationException(
                why,
                Response.status(Response.Status.TOO_MANY_REQUESTS)
                        .header("Retry-After", "5")
                        .build());
    }

    public static WebApplicationException closing() {
        return new WebApplicationException("The server is going down.", Response.Status.SERVICE_UNAVAILABLE);
    }

    /** What is there already stands in the way; the text says what to do about it. */
    public static WebApplicationException conflict(String why) {
        return new WebApplicationException(why, Response.Status.CONFLICT);
    }
}
