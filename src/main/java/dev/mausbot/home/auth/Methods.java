package dev.mausbot.home.auth;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Consumer;

/** Routes that take one method, and say so to any other. */
final class Methods {
    /** Before the framework's resources. */
    private static final int EARLY = -1;

    private Methods() {}

    static void only(Router router, HttpMethod method, String path, Consumer<RoutingContext> then) {
        router.route(path).order(EARLY).handler(context -> {
            if (context.request().method().equals(method)) {
                then.accept(context);
            } else {
                context.response().putHeader("Allow", method.name());
                new DoorProblem(405, "Method Not Allowed", "This path takes " + method.name() + ".").answer(context);
            }
        });
    }
}
