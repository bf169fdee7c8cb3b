package dev.mausbot.home.launch;

import dev.mausbot.home.box.BoxEnd;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** What a run holds of the processes that it is about, boxed or not. */
interface Lifeline {
    InputStream output();

    InputStream errors();

    OutputStream input();

    /** The text with the addresses of this run's grants where it names {@code ${broker-url:GRANT}}. */
    default String filled(String text) {
        return text;
    }

    /** TERM, and KILL 5 s later; returns at once. */
    void terminate();

    /** KILL to all; returns at once. */
    void kill();

    /** Completes when nothing is left. */
    CompletableFuture<BoxEnd> over();
}
