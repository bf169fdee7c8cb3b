package dev.mausbot.home.relay;

import dev.mausbot.home.boot.ShownText;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an HTTP/1.1 answer (RFC 9112) that a boxed program gave: strictly up to its body, then as much of that as comes.
 * Bounded as a whole; a longer answer is cut, since no more than a line of it is shown.
 */
final class CallbackAnswer {
    /** Head and body together, in bytes. */
    static final int LONGEST = 64 * 1024;

    /** What is shown of its body, in code points. */
    static final int LONGEST_TEXT = 500;

    private static final int LONGEST_LINE = 8 * 1024;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([2-5][0-9]{2})( .*)?");
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,9}");
    private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,6})[ \t]*(;.*)?");

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final InputStream in;
    private OptionalInt length = OptionalInt.empty();
    private boolean chunked;

    private CallbackAnswer(InputStream bounded) {
        this.in = bounded;
    }

    /**
     * Reads the answer to a GET.
     *
     * @throws Malformed if it has no whole head of HTTP/1.1
     * @throws IOException if the connection breaks
     */
    static SignInAnswer.Answered read(InputStream from) throws IOException {
        return new CallbackAnswer(new BufferedInputStream(new Bounded(from, LONGEST))).answer();
    }

    private SignInAnswer.Answered answer() throws IOException {
        Matcher status = STATUS.matcher(line());
        if (!status.matches()) {
            throw new Malformed("no status line");
        }
        for (String line = line(); !line.isEmpty(); line = line()) {
            header(line);
        }
        int code = Integer.parseInt(status.group(1));
        byte[] page = code == NO_CONTENT || code == NOT_MODIFIED ? new byte[0] : body();
        return new SignInAnswer.Answered(code, ShownText.line(new String(page, StandardCharsets.UTF_8), LONGEST_TEXT));
    }

    private void header(String line) throws Malformed {
        int colon = line.indexOf(':');
        if (colon < 0 || !NAME.matcher(line.substring(0, colon)).matches()) {
            throw new Malformed("no header");
        }
        // Not one pattern for the whole line: an empty value of many spaces would cost its length cubed.
        String value = line.substring(colon + 1).strip();
        switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
            case "content-length" -> {
                if (!LENGTH.matcher(value).matches()) {
                    throw new Malformed("no length");
                }
                length = OptionalInt.of(Integer.parseInt(value));
            }
            default -> {}
        }
    }

    private byte[] body() throws IOException {
        if (chunked) {
            return chunks();
        }
        return in.readNBytes(length.orElse(LONGEST));
    }

    /** What of a chunked body can be read; where it stops making sense, the rest is left. */
    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            for (int size = chunkSize(); size > 0; size = chunkSize()) {
                body.write(in.readNBytes(size));
                if (!line().isEmpty()) {
                    break;
                }
            }
        } catch (Malformed end) {
            return body.toByteArray();
        }
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        Matcher chunk = CHUNK.matcher(line());
        return chunk.matches() ? Integer.parseInt(chunk.group(1), 16) : 0;
    }

    /** One line without its end, which may be a bare line feed (RFC 9112, section 2.2). */
    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || line.size() == LONGEST_LINE) {
                throw new Malformed("no end of a line");
            }
            line.write(c);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /** It is no HTTP answer. */
    static final class Malformed extends IOException {
        private static final long serialVersionUID = 1;

        Malformed(String what) {
            super(what);
        }
    }

    /** A stream that ends after so many bytes. */
    private static final class Bounded extends InputStream {
        private final InputStream from;
        private int left;

        Bounded(InputStream from, int left) {
            this.from = from;
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int read = from.read(into, offset, Math.min(length, left));
            left -= Math.max(0, read);
            return read;
        }
    }
}
