package dev.mausbot.home;

import dev.mausbot.home.auth.AdminAccess;
import dev.mausbot.home.auth.SourceAddress;
import dev.mausbot.home.auth.signed.SignedRequests;
import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Contract;
import dev.mausbot.home.boot.HostFacts;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.Optional;

/** As {@link Wiring}, for what the home tells others about itself, and its Admin above all. */
final class ReportWiring {
    private final ServeConfig config;

    ReportWiring(ServeConfig config) {
        this.config = config;
    }

    /** Where there is no role there is no secret either. */
    @Produces
    @Singleton
    AdminAccess adminAccess() {
        return new AdminAccess(
                cloud().map(cloud ->
                        new SignedRequests(new SigningKey(cloud.bootstrapSecret()), InstantSource.system())),
                SourceAddress.of(ServeSettings.current()));
    }

    /** The secret is read where it is needed and put nowhere else, least of all among the framework's settings. */
    private Optional<BootContract.Cloud> cloud() {
        return config.publicAuthority().flatMap(_ -> contract().cloud());
    }

    private static BootContract contract() {
        return switch (BootContract.read(ServeSettings.current(), HostFacts.current())) {
            case Contract.Valid(BootContract contract) -> contract;
            case Contract.Invalid invalid -> throw new IllegalStateException(invalid.message());
        };
    }
}
