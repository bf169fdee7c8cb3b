package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A throw-away folder, with a short name for the sockets in it. */
record Scratch(Path path) implements AutoCloseable {
    static Scratch make() throws IOException {
        return new Scratch(Files.createTempDirectory("bn").toRealPath());
    }

    Path folder(String name) throws IOException {
        return Files.createDirectories(path.resolve(name));
    }

    Path file(String name, String content) throws IOException {
        return Files.writeString(path.resolve(name), content);
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(path)) { // does not follow links
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path one : all) {
            Files.deleteIfExists(one);
        }
    }
}
