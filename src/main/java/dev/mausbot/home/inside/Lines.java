package dev.mausbot.home.inside;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads lines that end with a line feed, each at most so many bytes long. */
final class Lines {
    private final InputStream from;
    private final int longest;

    Lines(InputStream from, int longest) {
        this.from = from;
        this.longest = longest;
    }

    /**
     * The next line, without its end; nothing at the end of the input, a torn line before it included.
     *
     * @throws IOException if it cannot be read, or a line is longer
     */
    Optional<String> next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int read = from.read(); read >= 0; read = from.read()) {
            if (read == '\n') {
                return Optional.of(line.toString(StandardCharsets.UTF_8));
            }
            if (line.size() == longest) {
                throw new IOException("a line is longer than " + longest + " bytes");
            }
            line.write(read);
        }
        return Optional.empty();
    }
}
