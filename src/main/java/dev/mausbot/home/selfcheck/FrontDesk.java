package dev.mausbot.home.selfcheck;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.broker.BoxGrants;
import dev.mausbot.home.broker.Grant;
import dev.mausbot.home.broker.Providers;
import dev.mausbot.home.broker.UpstreamUrl;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.launch.Gates;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Puts a {@link Front} before the gates of the checked box: the box's socket is the front's, and the gate listens at
 * another path that the box cannot see.
 */
final class FrontDesk {
    /** The provider that the probe has a key for. */
    static final String PROVIDER = "anthropic";

    private final Vertx vertx;
    private final Fixture fixture;

    FrontDesk(Vertx vertx, Fixture fixture) {
        this.vertx = vertx;
        this.fixture = fixture;
    }

    Gates.EgressDoor egress(Gates.EgressDoor sound, Disguise disguise) {
        return (socket, caller, domains) -> before(socket, disguise, behind -> sound.open(behind, caller, domains));
    }

    Gates.HarnessDoor harness(Gates.HarnessDoor sound, Disguise disguise) {
        return (socket, caller, capability) ->
                before(socket, disguise, behind -> sound.open(behind, caller, capability));
    }

    /** The disguise is told another token that opens the same as the box's own. */
    Gates.BrokerDoor broker(Gates.BrokerDoor sound, Function<String, Disguise> disguise) {
        return (socket, caller, held) -> {
            String token = anotherToken(held);
            return before(socket, disguise.apply(token), behind -> sound.open(behind, caller, held));
        };
    }

    private String anotherToken(BoxGrants held) {
        Grant grant = Grant.OfProvider.of(
                Providers.byId(PROVIDER).orElseThrow(),
                UpstreamUrl.of(fixture.servers().upstream()).orElseThrow(),
                Map.of("ANTHROPIC_API_KEY", new Secret(fixture.key().reveal())));
        return held.issue(List.of(grant)).text();
    }

    private Listening before(Path socket, Disguise disguise, Function<Path, Listening> gate) {
        Path behind = fixture.folders().runtime().resolve(socket.getFileName());
        Listening sound = gate.apply(behind);
        try {
            Front front = Front.at(socket, vertx, behind, disguise);
            return () -> {
                front.close();
                sound.close();
            };
        } catch (RuntimeException failed) {
            sound.close();
            throw failed;
        }
    }
}
