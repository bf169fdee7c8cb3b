package dev.mausbot.home;

import dev.mausbot.home.auth.StartToken;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.vertx.http.HttpServer;

/** The server once it listens: says where, and what opens it. */
final class Server implements QuarkusApplication {
    private final HttpServer http;
    private final StartToken token;
    private final ServerCore core;

    Server(HttpServer http, StartToken token, ServerCore core) {
        this.http = http;
        this.token = token;
        this.core = core;
    }

    @Override
    public int run(String... arguments) {
        // The one place that shows the token; it goes to whoever started the server, past the log.
        System.out.println("cloud home: " + core.state());
        System.out.println("cloud home: open " + http.getLocalBaseUri() + "\nstart token: " + token.reveal());
        Quarkus.waitForExit();
        return 0;
    }
}
