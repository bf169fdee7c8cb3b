package dev.mausbot.home.gate;

import io.vertx.core.Vertx;

/** One thing at a time that must happen soon. Confined to its connection's event loop. */
final class Deadline {
    private static final long NONE = -1;

    private final Vertx vertx;
    private final long milliseconds;
    private long timer = NONE;

    Deadline(Vertx vertx, long milliseconds) {
        this.vertx = vertx;
        this.milliseconds = milliseconds;
    }

    /** Runs the action unless this is set again or called off in time. */
    void set(Runnable late) {
        callOff();
        timer = vertx.setTimer(milliseconds, fired -> {
            timer = NONE;
            late.run();
        });
    }

    /** Nothing has to happen any more. */
    void callOff() {
        if (timer != NONE) {
            vertx.cancelTimer(timer);
            timer = NONE;
        }
    }
}
