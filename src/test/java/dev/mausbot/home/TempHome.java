package dev.mausbot.home;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A data folder of its own for the server under test. */
public final class TempHome implements QuarkusTestResourceLifecycleManager {
    private @Nullable Path folder;

    @Override
    public Map<String, String> start() {
        try {
            folder = Files.createTempDirectory("cloud-home-test-");
            Files.createDirectory(folder.resolve("workspaces"));
            return Map.of("home.data-folder", folder.toString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void stop() {
        if (folder == null) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
