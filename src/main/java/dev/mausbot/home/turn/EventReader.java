package dev.mausbot.home.turn;

import io.netty.channel.ChannelFuture;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jboss.logging.Logger;

/**
 * One reader of a stream of events, such as a turn's. It has one cursor, the id of the last event written to its socket, and only ever writes
 * the event after it: nothing comes twice and nothing is lost. Events come from the store; those that have just been
 * stored are taken from the feed if they are the next ones. While the socket is full nothing is read for it, so a reader
 * costs one page of memory however slow it is; one that lets 1 MiB of new events pile up, or takes nothing for a
 * minute, is cut and may come back with its last id.
 *
 * <p>Confined to its connection's event loop, but for the store, which is read on a worker.
 */
final class EventReader {
    static final long MOST_BEHIND_BYTES = 1 << 20;
    static final long COMMENT_MILLIS = TimeUnit.SECONDS.toMillis(15);
    /** So many comments in a row that found no room: a minute. */
    private static final int MOST_MISSED = 4;

    private static final String COMMENT = ": still here\n\n";
    private static final Logger LOG = Logger.getLogger(EventReader.class);

    private final Vertx vertx;
    private final RoutingContext request;
    private final HttpServerResponse response;
    private final String stream;
    private final LongFunction<List<StoredEvent>> store;
    private final Feeds feeds;
    private long cursor;
    private boolean reading;
    /** Something may be stored that was not there when the page that is being read was asked for. */
    private boolean more;

    private boolean done;
    private long behindBytes;
    private int missed;

    EventReader(
            Vertx vertx,
            RoutingContext request,
            String stream,
            long after,
            LongFunction<List<StoredEvent>> store,
            Feeds feeds) {
        this.vertx = vertx;
        this.request = request;
        this.response = request.response();
        this.stream = stream;
        this.cursor = after;
        this.store = store;
        this.feeds = feeds;
    }

    /** To be called on the response's event loop. */
    void start() {
        Context loop = vertx.getOrCreateContext();
        // Listening before the first page is read: what is stored between the two is in one of them, or in both.
        Feeds.Listening listening = feeds.listen(stream, stored -> loop.runOnContext(now -> stored(stored)));
        long timer = vertx.setPeriodic(COMMENT_MILLIS, tick -> comment());
        request.addEndHandler(ended -> {
            done = true;
            listening.close();
            vertx.cancelTimer(timer);
        });
        response.drainHandler(drained -> {
            behindBytes = 0;
            missed = 0;
            read();
        });
        response.setChunked(true)
                .putHeader("Content-Type", "text/event-stream")
                .putHeader("X-Accel-Buffering", "no")
                .write(COMMENT);
        read();
    }

    private void stored(Feeds.Stored stored) {
        if (done) {
            return;
        }
        if (response.writeQueueFull()) {
            behind(stored.events());
        } else if (!reading && stored.after() == cursor) {
            write(stored.events());
        } else {
            read();
        }
    }

    private void behind(List<StoredEvent> events) {
        for (StoredEvent event : events) {
            behindBytes += event.frame().length;
        }
        if (behindBytes > MOST_BEHIND_BYTES) {
            cut("is more than " + MOST_BEHIND_BYTES + " bytes behind");
        }
    }

    private void read() {
        if (done || response.writeQueueFull()) {
            return;
        }
        if (reading) {
            more = true;
            return;
        }
        reading = true;
        more = false;
        vertx.executeBlocking(() -> store.apply(cursor), /* ordered= */ false)
                .onFailure(broken -> {
                    LOG.errorf(broken, "the events of %s cannot be read", stream);
                    cut("cannot be served");
                })
                .onSuccess(page -> {
                    reading = false;
                    write(page);
                    if (more || !page.isEmpty()) {
                        read();
                    }
                });
    }

    private void write(List<StoredEvent> events) {
        for (StoredEvent event : events) {
            if (done || response.writeQueueFull()) {
                // The rest is in the store, and is read when the socket has drained.
                return;
            }
            response.write(Buffer.buffer(event.frame()));
            cursor = event.id();
            if (event.last()) {
                done = true;
                response.end();
            }
        }
    }

    /** Keeps what is between us and the reader from closing a quiet connection, and finds readers that are gone. */
    private void comment() {
        if (!response.writeQueueFull()) {
            response.write(COMMENT);
        } else if (++missed >= MOST_MISSED) {
            cut("has taken nothing for " + MOST_MISSED * COMMENT_MILLIS + " ms");
        }
    }

    private void cut(String why) {
        if (!done) {
            done = true;
            LOG.infof("a reader of %s %s: cut", stream, why);
            // Closing the response, or the channel from its end, would first wait for what the reader does not take.
            ChannelFuture _ = ((ConnectionBase) request.request().connection())
                    .channel()
                    .pipeline()
                    .firstContext()
                    .close();
        }
    }
}
