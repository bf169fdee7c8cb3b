package dev.mausbot.home.vm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A machine's volume: a disk with an empty ext4 on it, as a platform hands it over. */
final class Volume {
    private static final long BYTES = 512L << 20;

    private Volume() {}

    static Path make(Path file) throws IOException, InterruptedException {
        try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
            disk.setLength(BYTES); // sparse
        }
        Process mke2fs = new ProcessBuilder("mke2fs", "-q", "-F", "-t", "ext4", "-E", "root_owner=0:0", file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(mke2fs.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (mke2fs.waitFor() != 0) {
            throw new IOException("mke2fs failed: " + said);
        }
        return file;
    }
}
