package dev.mausbot.home.auth;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Set;

/**
 * {@code /pair}: where a browser signs in. A link brings the code behind a {@code #}, where no server and no log sees it; the
 * page's script sends it and takes it out of the address.
 */
@Singleton
final class PairPage {
    static final String PATH = "/pair";
    static final String SCRIPT_PATH = "/pair.js";
    static final String STYLE_PATH = "/pair.css";

    /** What the page shares with those behind the door. */
    static final Set<String> SHARED = Set.of("/page/base.css", "/page/icon.svg");

    /** Nothing from elsewhere, nothing inline, in nobody's frame. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    void route(@Observes Router router) throws IOException {
        serve(router, PATH, "text/html; charset=utf-8", read("pair.html"));
        serve(router, SCRIPT_PATH, "text/javascript; charset=utf-8", read("pair.js"));
        serve(router, STYLE_PATH, "text/css; charset=utf-8", read("pair.css"));
    }

    private static void serve(Router router, String path, String type, Buffer content) {
        Methods.only(
                router,
                HttpMethod.GET,
                path,
                context -> context.response()
                        .putHeader("Content-Type", type)
                        .putHeader("Content-Security-Policy", POLICY)
                        .putHeader("Referrer-Policy", "no-referrer")
                        .putHeader("Cross-Origin-Opener-Policy", "same-origin")
                        .end(content));
    }

    private static Buffer read(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(PairPage.class.getResourceAsStream(name), name)) {
            return Buffer.buffer(file.readAllBytes());
        }
    }
}
