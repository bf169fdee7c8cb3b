package dev.mausbot.home.report;

import dev.mausbot.home.audit.AuditLog;
import dev.mausbot.home.audit.Counts;
import dev.mausbot.home.audit.RefusalTally;
import dev.mausbot.home.auth.AdminAccess;
import dev.mausbot.home.auth.SourceAddress;
import dev.mausbot.home.auth.signed.SignedRequests;
import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.selfcheck.CheckResult;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import dev.mausbot.home.selfcheck.SelfChecks;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** In tests there is no core to report about: a machine of a fleet that says that its boxes work. */
@Alternative
@Priority(1)
@Singleton
public final class TestReports {
    /** As the supervisor of the image tells of itself. */
    static final String SUPERVISOR = """
            Name:\tcloud-home
            Pid:\t1
            Uid:\t0\t0\t0\t0
            CapInh:\t0000000000000000
            CapPrm:\t00000000000000e0
            CapEff:\t00000000000000e0
            CapBnd:\t00000000000000e0
            CapAmb:\t0000000000000000
            NoNewPrivs:\t0
            """;

    static final SigningKey KEY = new SigningKey(new Secret("test-secret-".repeat(4)));

    private final Path dataFolder;

    TestReports(@ConfigProperty(name = "home.data-folder") Path dataFolder) {
        this.dataFolder = dataFolder;
    }

    /** Self-checks with the result that a test wants. */
    static final class FixedChecks implements SelfChecks {
        private volatile Optional<SelfCheckResult> last = Optional.of(result(/* passed= */ true));

        static SelfCheckResult result(boolean passed) {
            return new SelfCheckResult(
                    List.of(
                            new CheckResult("net.route", "network", "no route leads out", passed, "a route"),
                            new CheckResult("env.allow-list", "environment", "no other name", true, "")),
                    Instant.now(),
                    Duration.ofMillis(412));
        }

        void found(Optional<SelfCheckResult> result) {
            last = result;
        }

        @Override
        public Optional<SelfCheckResult> last() {
            return last;
        }

        @Override
        public CompletableFuture<SelfCheckResult> run() {
            return CompletableFuture.completedFuture(last.orElseThrow());
        }
    }

    @Produces
    @Singleton
    FixedChecks checks() {
        return new FixedChecks();
    }

    /** As if the server had started a minute ago: what a test signs in its first second is not from before that. */
    @Produces
    @Singleton
    AdminAccess adminAccess() {
        boolean[] asked = {false};
        InstantSource clock = () -> {
            Instant now = Instant.now().minusSeconds(asked[0] ? 0 : 60);
            asked[0] = true;
            return now;
        };
        return new AdminAccess(Optional.of(new SignedRequests(KEY, clock)), new SourceAddress(/* onFly= */ false));
    }

    @Produces
    @Singleton
    Machine machine() {
        return new Machine(
                dataFolder,
                /* boxWanted= */ true,
                /* selfCheckRequired= */ true,
                /* hardeningWanted= */ false,
                List.of(Path.of("/bin/sh")),
                Instant.now(),
                Optional.of(Hardening.Credentials.told(SUPERVISOR)),
                Optional.of(new Machine.Fleet("machine-1", "home", KEY)));
    }

    @Produces
    @Singleton
    Observed observed() {
        BoxTools tools = new BoxTools(Path.of("/usr/bin/bwrap"), new BoxTools.Bridging.Own(List.of("none")));
        return new Observed(
                new BoxDetection.Detected.On(tools, "bubblewrap 0.8.0"),
                () -> List.of("XAI_API_KEY"),
                new RefusalTally(10),
                new Counts(),
                AuditLog.open(dataFolder, InstantSource.system()));
    }

    void close(@Disposes Observed observed) {
        observed.log().close();
    }
}
