package dev.mausbot.home.auth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.auth.pairing.Pairing;
import dev.mausbot.home.auth.pairing.Pairings;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code POST /api/cloud/pairing}, for the Admin alone: makes a way for the owner to sign in, once. */
@Singleton
final class PairingRoute {
    private static final SmallJson JSON = new SmallJson(Set.of("label", "ttlSeconds"));

    private final Pairings pairings;

    PairingRoute(Pairings pairings) {
        this.pairings = pairings;
    }

    void route(@Observes Router router) {
        Methods.only(router, HttpMethod.POST, "/api/cloud/pairing", this::meet);
    }

    private void meet(RoutingContext context) {
        if (AdminRequest.of(context).isEmpty()) {
            // On a machine of no fleet a session comes this far.
            new DoorProblem(404, "Not Found", "There is nothing here: this machine belongs to no fleet.")
                    .answer(context);
            return;
        }
        JSON.readSigned(context, fields -> answer(context, fields));
    }

    private void answer(RoutingContext context, Map<String, JsonNode> fields) {
        Optional<String> label = Optional.ofNullable(fields.get("label"))
                .filter(JsonNode::isTextual)
                .flatMap(text -> Label.read(text.textValue()));
        Optional<Duration> lives = lives(Optional.ofNullable(fields.get("ttlSeconds")));
        if (label.isEmpty()) {
            DoorProblem.coded(400, "invalid_label", "label is a line of 1 to " + Label.LONGEST + " characters.")
                    .answer(context);
        } else if (lives.isEmpty()) {
            DoorProblem.coded(
                            400,
                            "invalid_ttl",
                            "ttlSeconds is a whole number from 1 to " + Pairings.LONGEST.toSeconds() + ".")
                    .answer(context);
        } else {
            say(context, pairings.make(Pairings.By.ADMIN, label.get(), lives.get()));
        }
    }

    private static Optional<Duration> lives(Optional<JsonNode> sent) {
        return sent.isEmpty()
                ? Optional.of(Pairings.USUAL)
                : sent.filter(JsonNode::isInt)
                        .map(seconds -> Duration.ofSeconds(seconds.intValue()))
                        .filter(wanted -> wanted.isPositive() && wanted.compareTo(Pairings.LONGEST) <= 0);
    }

    private static void say(RoutingContext context, Pairing pairing) {
        context.response()
                .putHeader("Content-Type", "application/json")
                .end(new JsonObject()
                        .put("code", pairing.code())
                        .put("credential", pairing.credential())
                        .put("expiresAt", pairing.expiresAt().toString())
                        .encode());
    }
}
