package dev.mausbot.home.turn;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts bytes into lines of UTF-8; a line longer than the most is given in pieces of that length. */
final class LineSplitter {
    private final int maxLineBytes;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LineSplitter(int maxLineBytes) {
        this.maxLineBytes = maxLineBytes;
    }

    List<String> feed(byte[] buffer, int offset, int length) {
        List<String> lines = new ArrayList<>();
        int from = offset;
        for (int at = offset; at < offset + length; at++) {
            boolean ends = buffer[at] == '\n';
            if (ends || line.size() + at - from + 1 >= maxLineBytes) {
                line.write(buffer, from, ends ? at - from : at - from + 1);
                lines.add(take());
                from = at + 1;
            }
        }
        line.write(buffer, from, offset + length - from);
        return lines;
    }

    Optional<String> end() {
        return line.size() == 0 ? Optional.empty() : Optional.of(take());
    }

    private String take() {
        String taken = line.toString(StandardCharsets.UTF_8);
        line.reset();
        return taken;
    }
}
