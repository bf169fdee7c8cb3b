package dev.mausbot.home.turn.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/** Sends requests to one address, and follows no redirect. */
interface HttpCaller extends AutoCloseable {
    /** Sends one and returns when the head of its answer is there. */
    Reply send(String method, Map<String, String> headers, byte[] body) throws IOException, InterruptedException;

    /** Ends whatever is under way, from any thread; may be done twice. */
    @Override
    void close();

    /**
     * An answer, as far as it has come.
     *
     * @param headers by their names in lower case
     * @param body what follows; whoever reads it bounds it
     */
    record Reply(int status, Map<String, String> headers, InputStream body) implements AutoCloseable {
        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }
}
