package dev.mausbot.home.turn.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The head of the broker's answer (RFC 9112 section 4), and how its body is framed on a connection that then closes. */
record ReplyHead(int status, Map<String, String> headers) {
    private static final int LONGEST_LINE = 16 * 1024;
    private static final int MOST_HEADERS = 200;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})(?: .*)?");

    /** Reads the head of the final answer, past those that announce it (status 1xx). */
    static ReplyHead read(InputStream in) throws IOException {
        while (true) {
            Matcher status = STATUS.matcher(line(in));
            if (!status.matches()) {
                throw new IOException("the answer is not HTTP");
            }
            Map<String, String> headers = new HashMap<>();
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                int colon = line.indexOf(':');
                if (colon < 1 || headers.size() >= MOST_HEADERS) {
                    throw new IOException("the answer's headers cannot be read");
                }
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
            int code = Integer.parseInt(status.group(1));
            if (code >= 200) {
                return new ReplyHead(code, Map.copyOf(headers));
            }
        }
    }

    /** Without a length the body goes on to the end of the connection, which the caller asked to be closed. */
    InputStream bodyFrom(InputStream in) {
        return headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked") ? new Chunked(in) : in;
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the answer ended in its head");
            }
            if (line.size() >= LONGEST_LINE) {
                throw new IOException("a line of the answer is too long");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    /** The chunked coding (RFC 9112 section 7.1) taken off; trailers are not read. */
    private static final class Chunked extends InputStream {
        private static final Pattern SIZE = Pattern.compile("([0-9A-Fa-f]{1,7})\\s*(?:;.*)?");

        private final InputStream in;
        private int left;
        private boolean begun;
        private boolean ended;

        Chunked(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int from, int most) throws IOException {
            if (left == 0 && !ended) {
                nextChunk();
            }
            if (ended) {
                return -1;
            }
            int read = in.read(to, from, Math.min(most, left));
            if (read < 0) {
                throw new IOException("the answer ended in a chunk");
            }
            left -= read;
            return read;
        }

        private void nextChunk() throws IOException {
            if (begun && !line(in).isEmpty()) {
                throw new IOException("a chunk of the answer is longer than it says");
            }
            begun = true;
            Matcher size = SIZE.matcher(line(in));
            if (!size.matches()) {
                throw new IOException("a chunk of the answer has no size");
            }
            left = Integer.parseInt(size.group(1), 16);
            ended = left == 0;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
