package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.Security;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The machine's own resolver (getaddrinfo), on threads of its own. A name is looked up as absolute, with a trailing dot:
 * so no search domain completes it, and {@code /etc/hosts}, which names this machine's neighbours, is not consulted.
 *
 * <p>A lookup that takes longer than the gate waits still holds its thread until getaddrinfo gives up, which is why these
 * are platform threads, bounded, and not virtual ones (getaddrinfo pins their carriers).
 */
public final class SystemResolver implements Resolver, AutoCloseable {
    private static final int THREADS = 64;
    private static final int WAITING = 1024;
    private static final long IDLE_SECONDS = 30;

    private final ThreadPoolExecutor threads;

    private SystemResolver(ThreadPoolExecutor threads) {
        this.threads = threads;
    }

    /**
     * Starts it, and turns the JDK's address cache off for the whole process. Where a lookup came before this the JDK has
     * read its settings already and keeps answers for its default of 30 s (10 s for failures): stale, but still judged.
     */
    public static SystemResolver start() {
        Security.setProperty("networkaddress.cache.ttl", "0");
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(WAITING),
                Thread.ofPlatform().name("egress-lookup-", 0).daemon().factory());
        threads.allowCoreThreadTimeOut(true);
        return new SystemResolver(threads);
    }

    @Override
    public CompletionStage<Answer> resolve(String name) {
        try {
            return CompletableFuture.supplyAsync(() -> lookUp(name + "."), threads);
        } catch (RejectedExecutionException busyOrClosed) {
            return CompletableFuture.completedStage(new Answer.Failed(Reason.LOOKUP_TIMEOUT));
        }
    }

    private static Answer lookUp(String absoluteName) {
        try {
            return new Answer.Found(List.of(InetAddress.getAllByName(absoluteName)));
        } catch (UnknownHostException failed) {
            // The JDK tells EAI_AGAIN (no server answered) from EAI_NONAME only in glibc's own words.
            boolean noServer = String.valueOf(failed.getMessage()).contains("Temporary failure");
            return new Answer.Failed(noServer ? Reason.LOOKUP_FAILED : Reason.NAME_NOT_FOUND);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
