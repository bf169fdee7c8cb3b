package dev.mausbot.home.report;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.jboss.logging.Logger;

/**
 * Ready when nothing stops the home: it takes turns, boxes are proven or waived, the database and the audit log can be
 * written and the disk is not full. Says up or down and nothing else: the path is open.
 *
 * <p>To find out costs the database's write lock, and anybody may ask: so it is found out once a second at most, and by one
 * asker, while the others get the answer before.
 */
@org.eclipse.microprofile.health.Readiness
@Singleton
class Readiness implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(Readiness.class);
    private static final Duration GOOD_FOR = Duration.ofSeconds(1);

    private final BooleanSupplier look;
    private final LongSupplier nanos;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile Answer last;

    private record Answer(boolean ready, long at) {}

    @Inject
    Readiness(VitalSigns signs) {
        this(() -> signs.take().ready(), System::nanoTime);
    }

    Readiness(BooleanSupplier look, LongSupplier nanos) {
        this.look = look;
        this.nanos = nanos;
        this.last = new Answer(false, nanos.getAsLong() - GOOD_FOR.toNanos());
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("home").status(ready()).build();
    }

    private boolean ready() {
        if (nanos.getAsLong() - last.at() >= GOOD_FOR.toNanos() && looking.tryLock()) {
            try {
                last = new Answer(found(), nanos.getAsLong());
            } finally {
                looking.unlock();
            }
        }
        return last.ready();
    }

    /** What cannot be found out is not ready. Why it cannot is for the log: the framework would tell it to whoever asks. */
    private boolean found() {
        try {
            return look.getAsBoolean();
        } catch (RuntimeException broken) {
            LOG.warn("whether the home is ready could not be found out", broken);
            return false;
        }
    }
}
