package dev.mausbot.home.gate.egress;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The body of one message on its way through. Data is passed on as it comes, framing is not: chunks are written anew, so
 * that their extensions and the trailer, which are a reader's choice, end here.
 */
final class Body {
    private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9a-fA-F]{1,15})(?:;[\\t -~\\x80-\\xff]*)?");
    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** Bound on what a body may hold beside data: one extension or trailer line, and all of them together. */
    private static final int MOST_LINE = 8 * 1024;

    private static final int MOST_TRAILER = 64 * 1024;

    private enum Part {
        SIZE,
        DATA,
        DATA_END,
        TRAILER,
        FINISHED
    }

    private final Framing framing;
    private final boolean writeChunks;
    private Part part;
    private long remaining;
    private int trailerBytes;

    private Body(Framing framing, boolean writeChunks, Part part, long remaining) {
        this.framing = framing;
        this.writeChunks = writeChunks;
        this.part = part;
        this.remaining = remaining;
    }

    /**
     * A body of some framing.
     *
     * @param writeChunks whether a chunked body is written in chunks again, or plainly and ended by closing
     */
    static Body of(Framing framing, boolean writeChunks) {
        return switch (framing) {
            case Framing.None none -> new Body(none, writeChunks, Part.FINISHED, 0);
            case Framing.Length length ->
                new Body(length, writeChunks, length.bytes() == 0 ? Part.FINISHED : Part.DATA, length.bytes());
            case Framing.Chunked chunked -> new Body(chunked, writeChunks, Part.SIZE, 0);
            case Framing.UntilClose open -> new Body(open, writeChunks, Part.DATA, Long.MAX_VALUE);
        };
    }

    boolean isFinished() {
        return part == Part.FINISHED;
    }

    /** Moves what has arrived of the body, and nothing that comes after it. */
    void move(Inbox in, ByteBuf out) throws MalformedMessage {
        boolean progress = true;
        while (progress && part != Part.FINISHED) {
            progress = switch (part) {
                case SIZE -> readSize(in, out);
                case DATA -> moveData(in, out);
                case DATA_END -> readDataEnd(in);
                case TRAILER -> readTrailer(in);
                case FINISHED -> false;
            };
        }
    }

    /** The sender has ended its side: the end of a body that lasts until then, too early for every other. */
    void ended() throws MalformedMessage {
        if (framing instanceof Framing.UntilClose) {
            part = Part.FINISHED;
        } else if (part != Part.FINISHED) {
            throw new MalformedMessage("the connection ended within a body");
        }
    }

    private boolean readSize(Inbox in, ByteBuf out) throws MalformedMessage {
        String line = boundedLine(in);
        if (line == null) {
            return false;
        }
        var size = CHUNK_SIZE.matcher(line);
        if (!size.matches()) {
            throw new MalformedMessage("a chunk size is not a hexadecimal number");
        }
        remaining = Long.parseLong(size.group(1), 16);
        part = remaining == 0 ? Part.TRAILER : Part.DATA;
        if (remaining == 0 && writeChunks) {
            out.writeBytes(LAST_CHUNK);
        }
        return true;
    }

    private boolean moveData(Inbox in, ByteBuf out) {
        if (in.isEmpty()) {
            return false;
        }
        boolean chunked = framing instanceof Framing.Chunked && writeChunks;
        if (chunked) {
            long length = Math.min(remaining, in.size());
            out.writeCharSequence(Long.toHexString(length) + "\r\n", StandardCharsets.US_ASCII);
        }
        int moved = in.moveTo(out, remaining);
        if (chunked) {
            out.writeBytes(CRLF);
        }
        if (!(framing instanceof Framing.UntilClose)) {
            remaining -= moved;
        }
        if (remaining == 0) {
            part = framing instanceof Framing.Chunked ? Part.DATA_END : Part.FINISHED;
        }
        return true;
    }

    private boolean readDataEnd(Inbox in) throws MalformedMessage {
        String line = boundedLine(in);
        if (line == null) {
            return false;
        }
        if (!line.isEmpty()) {
            throw new MalformedMessage("a chunk is longer than its size");
        }
        part = Part.SIZE;
        return true;
    }

    private boolean readTrailer(Inbox in) throws MalformedMessage {
        String line = boundedLine(in);
        if (line == null) {
            return false;
        }
        trailerBytes += line.length();
        if (trailerBytes > MOST_TRAILER) {
            throw new MalformedMessage("the trailer is too large");
        }
        part = line.isEmpty() ? Part.FINISHED : Part.TRAILER;
        return true;
    }

    private static @Nullable String boundedLine(Inbox in) throws MalformedMessage {
        String line = in.takeLine();
        if (line == null ? in.size() > MOST_LINE : line.length() > MOST_LINE) {
            throw new MalformedMessage("a line between chunks is too long");
        }
        return line;
    }
}
