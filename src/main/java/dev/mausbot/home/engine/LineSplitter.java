package dev.mausbot.home.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a program's output into lines. Bytes become text only when their line is whole, so a character that comes in two
 * reads stays whole; bytes that are not UTF-8 become U+FFFD. A line ends with LF or CRLF. Of a line longer than the
 * bound only the beginning is kept, with a mark that says how much is missing, so what is held never exceeds the bound.
 * Not safe for several threads.
 */
public final class LineSplitter {
    private static final int FIRST_BUFFER = 8 * 1024;
    private static final int BUFFER_WORTH_KEEPING = 64 * 1024;

    private final int maxLineBytes;
    private byte[] held = new byte[FIRST_BUFFER];
    private int count;
    private long skipped;

    /** @param maxLineBytes how many bytes of one line are kept, its end not counted */
    public LineSplitter(int maxLineBytes) {
        if (maxLineBytes < 1) {
            throw new IllegalArgumentException("a line needs room for a byte, not " + maxLineBytes);
        }
        this.maxLineBytes = maxLineBytes;
    }

    /** The lines that these bytes complete, without their line ends. */
    public List<String> feed(byte[] buffer, int offset, int length) {
        List<String> lines = new ArrayList<>();
        int end = offset + length;
        int start = offset;
        for (int i = offset; i < end; i++) {
            if (buffer[i] == '\n') {
                hold(buffer, start, i - start);
                lines.add(take());
                start = i + 1;
            }
        }
        hold(buffer, start, end - start);
        return lines;
    }

    /** What is left when the output ends without a line end. */
    public Optional<String> end() {
        return count == 0 && skipped == 0 ? Optional.empty() : Optional.of(take());
    }

    private void hold(byte[] from, int offset, int length) {
        int kept = Math.min(length, maxLineBytes - count);
        if (count + kept > held.length) {
            long doubled = Math.max(2L * held.length, (long) count + kept);
            held = Arrays.copyOf(held, (int) Math.min(doubled, maxLineBytes));
        }
        System.arraycopy(from, offset, held, count, kept);
        count += kept;
        skipped += length - kept;
    }

    private String take() {
        String line = skipped > 0 ? cut() : whole();
        count = 0;
        skipped = 0;
        if (held.length > BUFFER_WORTH_KEEPING) {
            held = new byte[FIRST_BUFFER];
        }
        return line;
    }

    private String whole() {
        int end = count > 0 && held[count - 1] == '\r' ? count - 1 : count;
        return new String(held, 0, end, StandardCharsets.UTF_8);
    }

    private String cut() {
        int end = startOfCharacterAt(count);
        return new String(held, 0, end, StandardCharsets.UTF_8) + " …[" + (skipped + count - end) + " bytes cut]";
    }

    /** Where the last, perhaps incomplete, character begins: a cut must not make a U+FFFD that nobody sent. */
    private int startOfCharacterAt(int end) {
        int start = end - 1;
        while (start > 0 && end - start < 4 && (held[start] & 0xC0) == 0x80) {
            start--;
        }
        return (held[start] & 0x80) == 0 ? end : start;
    }
}
