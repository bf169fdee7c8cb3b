package dev.mausbot.home.gate.egress;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that have arrived and are not used yet. Its owner stops reading from the socket before it grows past a bound; it
 * is confined to the box's event loop.
 */
final class Inbox {
    private static final int INITIAL = 2048;

    private byte[] bytes = new byte[INITIAL];
    private int start;
    private int end;
    // How far the search for the current line or header has come, so that one byte at a time costs no more than all at
    // once.
    private int searched;

    int size() {
        return end - start;
    }

    boolean isEmpty() {
        return start == end;
    }

    /** Takes all of a buffer's bytes and releases it. */
    void append(ByteBuf arrived) {
        try {
            int length = arrived.readableBytes();
            makeRoom(length);
            arrived.readBytes(bytes, end, length);
            end += length;
        } finally {
            arrived.release();
        }
    }

    private void makeRoom(int length) {
        if (end + length <= bytes.length) {
            return;
        }
        int size = size();
        byte[] target = size + length <= bytes.length ? bytes : new byte[Math.max(2 * bytes.length, size + length)];
        System.arraycopy(bytes, start, target, 0, size);
        searched -= start;
        bytes = target;
        start = 0;
        end = size;
    }

    /** Moves up to {@code most} bytes to a buffer and says how many. */
    int moveTo(ByteBuf target, long most) {
        int length = (int) Math.min(most, size());
        target.writeBytes(bytes, start, length);
        skip(length);
        return length;
    }

    void clear() {
        skip(size());
    }

    private void skip(int length) {
        start += length;
        searched = start;
        if (start == end) {
            start = 0;
            end = 0;
            searched = 0;
            // A large request must not cost its connection that much memory for good.
            if (bytes.length > 16 * INITIAL) {
                bytes = new byte[INITIAL];
            }
        }
    }

    /**
     * The next line without its CRLF, or null while it is incomplete. A line feed alone ends no line: it is where two
     * readers of one message begin to disagree.
     */
    @Nullable
    String takeLine() throws MalformedMessage {
        for (; searched < end; searched++) {
            if (bytes[searched] == '\n') {
                requireReturnBefore(searched);
                String line = text(start, searched - 1);
                skip(searched + 1 - start);
                return line;
            }
        }
        return null;
    }

    /** The next header, from its first line through its empty line, or null while it is incomplete. */
    @Nullable
    String takeHeader() throws MalformedMessage {
        for (; searched < end; searched++) {
            if (bytes[searched] == '\n') {
                requireReturnBefore(searched);
                if (endsHeader(searched)) {
                    String header = text(start, searched + 1);
                    skip(searched + 1 - start);
                    return header;
                }
            }
        }
        return null;
    }

    private boolean endsHeader(int lineFeed) {
        boolean emptyFirstLine = lineFeed == start + 1;
        return emptyFirstLine || (lineFeed >= start + 3 && bytes[lineFeed - 2] == '\n');
    }

    private void requireReturnBefore(int lineFeed) throws MalformedMessage {
        if (lineFeed == start || bytes[lineFeed - 1] != '\r') {
            throw new MalformedMessage("a line ends without a carriage return");
        }
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
