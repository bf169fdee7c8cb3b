package dev.mausbot.home.auth;

import dev.mausbot.home.audit.Decider;
import dev.mausbot.home.audit.Signatory;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Finds the session with the request, where the door left it. */
@Singleton
final class RequestSignatory implements Signatory {
    private final CurrentVertxRequest request;

    RequestSignatory(CurrentVertxRequest request) {
        this.request = request;
    }

    @Override
    public Decider owner() {
        return Optional.ofNullable(request.getCurrent())
                .flatMap(SignedIn::of)
                .map(SignedIn::session)
                .map(session -> Decider.owner(session.id(), session.label()))
                .orElseThrow(() -> new IllegalStateException("only a session comes this far"));
    }
}
