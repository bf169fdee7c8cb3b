package dev.mausbot.home;

import dev.mausbot.home.auth.AdminAccess;
import dev.mausbot.home.auth.SourceAddress;
import dev.mausbot.home.auth.signed.SignedRequests;
import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.boot.Secrets;
import dev.mausbot.home.report.Hardening;
import dev.mausbot.home.report.Machine;
import dev.mausbot.home.report.Observed;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** As {@link Wiring}, for what the home tells others about itself, and its Admin above all. */
final class ReportWiring {
    private final ServeConfig config;
    private final Instant started = Instant.now();

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

    @Produces
    @Singleton
    Machine machine() {
        BootContract contract = ServeSettings.contract();
        return new Machine(
                contract.dataFolder(),
                contract.boxWanted(),
                contract.box().selfCheckRequired(),
                contract.harden(),
                helpers(),
                started,
                Optional.ofNullable(ServeSettings.current().get(Secrets.SUPERVISOR))
                        .map(Hardening.Credentials::told),
                contract.cloud()
                        .map(cloud -> new Machine.Fleet(
                                cloud.machineId(),
                                cloud.role().name().toLowerCase(Locale.ROOT),
                                new SigningKey(cloud.bootstrapSecret()))));
    }

    /** The program that starts again in a box, and in a JVM its jar. */
    private static List<Path> helpers() {
        return Program.current().command().stream()
                .filter(word -> word.startsWith("/"))
                .map(Path::of)
                .toList();
    }

    @Produces
    @Singleton
    Observed observed(ServerCore core) {
        return core.observed();
    }

    /** The secret is read where it is needed and put nowhere else, least of all among the framework's settings. */
    private Optional<BootContract.Cloud> cloud() {
        return config.publicAuthority().flatMap(_ -> ServeSettings.contract().cloud());
    }
}
