package dev.mausbot.home;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.arjuna.utils.UuidProcessId;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

/**
 * How the transaction manager names this process in its transactions: by a random number. Its own way is to listen on a free
 * port of the loopback address for as long as the process runs, and to take that number; then everybody on the machine could
 * connect to a port that we know nothing of. Said here, since a native executable knows no such setting at its start.
 */
@Singleton
final class TransactionNaming {
    /** Before anything else of ours begins, and with it a transaction. */
    void begin(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent started) {
        arjPropertyManager.getCoreEnvironmentBean().setProcessImplementation(new UuidProcessId());
    }
}
