package dev.mausbot.home.turn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.mausbot.home.gate.harness.InternalAnswer;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Says every error as {@code application/problem+json} (RFC 9457), with nothing in it about the server's insides. */
@Singleton
public class Problems {
    public static final String TYPE = "application/problem+json";
    private static final String NOTHING_HERE = "There is nothing here.";
    /** After whoever keeps the door, before the framework, which answers the same without a body. */
    private static final int EARLY = 10_000;

    private static final Logger LOG = Logger.getLogger(Problems.class);

    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,15}");

    private final long mostBodyBytes;

    Problems(@ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize mostBodyBytes) {
        this.mostBodyBytes = mostBodyBytes.asLongValue();
    }

    /** A body that says itself that it is too large is not read. */
    void first(@Observes Filters filters) {
        filters.register(
                context -> {
                    if (tooLarge(context.request().getHeader("Content-Length"))) {
                        context.response().putHeader("Connection", "close");
                        answer(context, 413, "The body is larger than " + mostBodyBytes + " bytes.");
                    } else {
                        context.next();
                    }
                },
                EARLY);
    }

    private boolean tooLarge(@Nullable String length) {
        return length != null && (!LENGTH.matcher(length).matches() || Long.parseLong(length) > mostBodyBytes);
    }

    /** What no route has answered. */
    void last(@Observes Router router) {
        router.route().order(Integer.MAX_VALUE).handler(context -> answer(context, 404, NOTHING_HERE));
        router.errorHandler(500, this::broken);
    }

    @ServerExceptionMapper
    Response badField(BadField bad) {
        return problem(Response.status(400), 400, String.valueOf(bad.getMessage()));
    }

    /** JSON that cannot be read, or that holds what it must not. */
    @ServerExceptionMapper
    Response badJson(JsonProcessingException bad) {
        return problem(Response.status(400), 400, said(bad).orElse("The body is not the JSON that is asked for here."));
    }

    /** The same, of which the framework has an answer of its own, without a body. */
    @ServerExceptionMapper
    Response badJson(MismatchedInputException bad) {
        return badJson((JsonProcessingException) bad);
    }

    /** All that the framework refuses: unknown paths, methods, media types, parameters; and what our resources refuse. */
    @ServerExceptionMapper
    Response refused(WebApplicationException refused) {
        Response answer = refused.getResponse();
        int status = answer.getStatus();
        Optional<String> field = said(refused);
        Response.ResponseBuilder kept = Response.fromResponse(answer);
        return problem(kept, status, field.orElseGet(() -> detail(status, refused)));
    }

    @ServerExceptionMapper
    Response broken(RuntimeException bug) {
        String mark = UUID.randomUUID().toString();
        LOG.errorf(bug, "a request failed (%s)", mark);
        return problem(Response.status(500), 500, "The server failed; its log says why (" + mark + ").");
    }

    static void answer(RoutingContext context, int status, String detail) {
        if (context.response().headWritten()) {
            context.response().reset();
            return;
        }
        context.response().setStatusCode(status).putHeader("Content-Type", TYPE).end(body(status, detail));
    }

    private void broken(RoutingContext context) {
        LOG.error("a request failed", context.failure());
        answer(context, 500, "The server failed; its log says why.");
    }

    /** What one of our own checks says is safe to show; what a parser says quotes the request and the code. */
    private static Optional<String> said(Throwable thrown) {
        return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause)
                .filter(BadField.class::isInstance)
                .map(Throwable::getMessage)
                .findFirst();
    }

    private static String detail(int status, WebApplicationException refused) {
        return switch (status) {
            case 400 -> "The body is not the JSON that is asked for here.";
            case 405 -> "This path does not take that method.";
            case 406 -> "This path answers in JSON only.";
            case 415 -> "Send application/json.";
            case 404 -> refused instanceof NotFoundException ? NOTHING_HERE : String.valueOf(refused.getMessage());
            default -> refused.getMessage() == null ? "Refused." : refused.getMessage();
        };
    }

    private static Response problem(Response.ResponseBuilder builder, int status, String detail) {
        return builder.entity(body(status, detail))
                .header(HttpHeaders.CONTENT_TYPE, TYPE)
                .build();
    }

    /** The same for what a box called. */
    public static InternalAnswer forABox(int status, String detail) {
        return new InternalAnswer(status, TYPE, body(status, detail).getBytes(StandardCharsets.UTF_8));
    }

    public static String body(int status, String detail) {
        Response.Status known = Response.Status.fromStatusCode(status);
        return new JsonObject()
                .put("title", known == null ? "Error" : known.getReasonPhrase())
                .put("status", status)
                .put("detail", detail)
                .encode();
    }
}
