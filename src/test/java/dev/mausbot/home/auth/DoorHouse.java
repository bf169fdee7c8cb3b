package dev.mausbot.home.auth;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.auth.pairing.Pairings;
import dev.mausbot.home.auth.session.MemoryStore;
import dev.mausbot.home.auth.session.SessionLimits;
import dev.mausbot.home.auth.session.Sessions;
import dev.mausbot.home.auth.signed.Canonical;
import dev.mausbot.home.auth.signed.SignedHeaders;
import dev.mausbot.home.auth.signed.SignedRequests;
import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.Secret;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The whole door on a real connection; behind it one path says "in" and another one never ends its answer. */
final class DoorHouse implements AutoCloseable {
    static final String PUBLIC = "home.example.org";
    static final String ENDLESS = "/api/endless";
    private static final SigningKey KEY = new SigningKey(new Secret("k".repeat(43)));

    final List<AuditEvent> audit = new CopyOnWriteArrayList<>();
    final Pairings pairings = new Pairings(audit::add, InstantSource.system());
    final Sessions sessions =
            new Sessions(new MemoryStore(), SessionLimits.defaults(), audit::add, InstantSource.system());
    /** How many answers that never end have begun. */
    final AtomicInteger endless = new AtomicInteger();

    final String host;
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient();
    private final int port;

    private DoorHouse(HostRule hosts, Optional<SignedRequests> signed) throws IOException {
        AdminAccess access = new AdminAccess(signed, new SourceAddress(/* onFly= */ false));
        sessions.load();
        Router router = Router.router(vertx);
        Doorkeeper door = new Doorkeeper(hosts, access, sessions);
        router.route().order(Integer.MIN_VALUE).handler(door::meet);
        new PairingRoute(pairings).route(router);
        new PairRoute(vertx, pairings, sessions, access, hosts).route(router);
        new SessionRoutes(vertx, sessions, new SessionEnding(sessions, hosts)).route(router);
        new PairPage().route(router);
        router.route(ENDLESS)
                .handler(context ->
                        context.response().setChunked(true).write("up").onSuccess(_ -> endless.incrementAndGet()));
        router.route().handler(context -> context.response().end("in"));
        port = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .actualPort();
        host = hosts.publicAuthority().orElse("127.0.0.1:" + port);
    }

    /** A person's own machine. */
    static DoorHouse own() throws IOException {
        return new DoorHouse(new HostRule.Loopback(), Optional.empty());
    }

    /** A fleet's machine, behind TLS. */
    static DoorHouse ofAFleet() throws IOException {
        // A second earlier than now, so that what is signed in this second was not signed before the start.
        long[] calls = {0};
        InstantSource clock = () -> InstantSource.system().instant().minusSeconds(calls[0]++ == 0 ? 1 : 0);
        return new DoorHouse(new HostRule.Exactly(PUBLIC), Optional.of(new SignedRequests(KEY, clock)));
    }

    /** What came back. */
    record Answer(int status, MultiMap headers, String body) {
        JsonObject json() {
            return new JsonObject(body);
        }

        String code() {
            return json().getString("code");
        }

        /** Name and value of the cookie that is set, as a browser sends it back. */
        String cookie() {
            return headers.get("Set-Cookie").split(";", 2)[0];
        }
    }

    Answer send(String method, String path, String body, Map<String, String> headers) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(method))
                .setHost("127.0.0.1")
                .setPort(port)
                .setURI(path)
                .putHeader("Host", host);
        headers.forEach(options::putHeader);
        return client.request(options)
                // One inside the other: set from here, a reader could come after the body.
                .compose(request -> request.send(body)
                        .compose(response -> response.body()
                                .map(bytes -> new Answer(response.statusCode(), response.headers(), bytes.toString()))))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    Answer get(String path, Map<String, String> headers) {
        return send("GET", path, "", headers);
    }

    Answer pair(JsonObject body, Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(Map.of("Content-Type", "application/json"));
        all.putAll(headers);
        return send("POST", "/api/auth/pair", body.encode(), all);
    }

    /** What opens a session, once; never locked out. */
    JsonObject credential() {
        return new JsonObject()
                .put(
                        "credential",
                        pairings.make(Pairings.By.MACHINE, "laptop", Pairings.USUAL)
                                .credential());
    }

    /** The header of a program that has paired. */
    Map<String, String> program() {
        return Map.of(
                "Authorization", "Bearer " + pair(credential(), Map.of()).json().getString("token"));
    }

    /** The headers of a page of our own, in a browser that has paired. */
    Map<String, String> browser() {
        return Map.of("Cookie", pair(credential(), ourPage()).cookie(), "Origin", origin());
    }

    Map<String, String> ourPage() {
        return Map.of("Origin", origin(), "Sec-Fetch-Site", "same-origin");
    }

    String origin() {
        return (host.equals(PUBLIC) ? "https://" : "http://") + host;
    }

    /** The headers of the Admin. */
    static Map<String, String> signature(String method, String target, String body) {
        long seconds = InstantSource.system().instant().getEpochSecond();
        String nonce = UUID.randomUUID().toString();
        Canonical message = Canonical.request(seconds, nonce, method, target, body.getBytes(StandardCharsets.UTF_8));
        return new SignedHeaders(seconds, nonce, KEY.sign(message)).asSent();
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
