package dev.mausbot.home.gate;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.transports.EpollTransport;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The core's own Vert.x, on epoll: it listens on unix sockets in a JVM and in a native executable alike, which the
 * framework's own instance does not (Vert.x 4.5's JDK transport refuses them, and Quarkus puts that one into native
 * executables).
 */
public final class CoreVertx implements AutoCloseable {
    private static final long CLOSE_SECONDS = 10;

    private final Vertx vertx;

    private CoreVertx(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Starts it; its threads live until {@link #close()}. */
    public static CoreVertx start() {
        EpollTransport epoll = new EpollTransport();
        if (!epoll.isAvailable()) {
            throw new IllegalStateException(
                    "epoll is not available here, and the gates need it: run on Linux x86-64 or aarch64",
                    epoll.unavailabilityCause());
        }
        // Nothing is served from files, and a cache folder for that would be left behind by a kill.
        FileSystemOptions noFiles =
                new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false);
        VertxOptions options = new VertxOptions()
                .setFileSystemOptions(noFiles)
                .setEventLoopPoolSize(Math.max(2, Runtime.getRuntime().availableProcessors()))
                .setWorkerPoolSize(4)
                .setInternalBlockingPoolSize(4);
        return new CoreVertx(
                new VertxBuilder(options).findTransport(epoll).init().vertx());
    }

    public Vertx vertx() {
        return vertx;
    }

    /** Waits for a future from a thread that may block, never from an event loop. */
    public static <T> T await(Future<T> future, long seconds) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CompletionException("interrupted while waiting for a gate", interrupted);
        } catch (java.util.concurrent.ExecutionException failed) {
            throw new CompletionException(failed.getCause());
        } catch (TimeoutException late) {
            throw new CompletionException("no answer from a gate within " + seconds + " s", late);
        }
    }

    @Override
    public void close() {
        await(vertx.close(), CLOSE_SECONDS);
    }
}
