package dev.mausbot.home.fleet;

import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the secret that is shared with a machine comes from. */
final class SharedSecret {
    private static final String VARIABLE = "OMB_CLOUD_BOOTSTRAP_SECRET";
    private static final int LONGEST_FILE = 1024;

    private SharedSecret() {}

    /** What was found. */
    sealed interface Reading {}

    record Found(Secret secret) implements Reading {}

    /** There is none, or it is none; the reason never quotes it. */
    record Unusable(String why) implements Reading {}

    /** Reads the file, or the variable if none is named. */
    static Reading read(@Nullable Path file, Map<String, String> environment) throws IOException {
        if (file == null && !environment.containsKey(VARIABLE)) {
            return new Unusable("no secret: name a file with --secret-file, or set " + VARIABLE);
        }
        String from = file == null ? VARIABLE : file.toString();
        if (file != null && !Files.isReadable(file)) {
            return new Unusable(file + " cannot be read");
        }
        String text = file == null ? environment.getOrDefault(VARIABLE, "") : firstBytes(file);
        return BootContract.Cloud.secret(text)
                .<Reading>map(Found::new)
                .orElseGet(() ->
                        new Unusable(from + " holds no secret: it has 43 to 128 base64url characters, on one line"));
    }

    private static String firstBytes(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            return new String(bytes.readNBytes(LONGEST_FILE), StandardCharsets.UTF_8).strip();
        }
    }
}
