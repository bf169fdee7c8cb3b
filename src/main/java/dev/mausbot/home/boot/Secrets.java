package dev.mausbot.home.boot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Hands secrets from the supervisor to the server: as one JSON document over the server's standard input, which is read
 * to its end before anything else and then closed. An environment can be read by every process of the same user
 * ({@code /proc/PID/environ}) and is inherited by every child; a pipe that has been read is empty.
 */
public final class Secrets {
    /** The variable that tells a server to read its secrets like that; its only value is {@value #ON_INPUT}. */
    public static final String VARIABLE = "OMB_SECRETS";

    public static final String ON_INPUT = "stdin";

    /**
     * The member of the document in which the supervisor tells what it is, as lines of {@code /proc/self/status} (proc(5)):
     * where {@code /proc} hides it, the server cannot see for itself. No variable can have this name.
     */
    public static final String SUPERVISOR = "supervisor=";

    /** The longest document, in bytes. */
    static final int LONGEST = 256 * 1024;

    private Secrets() {}

    /** The document that holds these variables. */
    public static byte[] document(Map<String, String> secrets) {
        return FlatJson.write(secrets).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The whole of the settings: the environment and, if it says so, what comes over standard input, which wins. No
     * reason for a refusal repeats anything of the document.
     *
     * @param input standard input; read and closed only if the environment says so
     */
    public static Opened<Map<String, String>> merge(Map<String, String> environment, InputStream input)
            throws IOException {
        String said = environment.get(VARIABLE);
        if (said == null) {
            return new Opened.Ready<>(Map.copyOf(environment));
        }
        if (!said.equals(ON_INPUT)) {
            return new Opened.Refused<>(
                    VARIABLE + " is set to something else than " + ON_INPUT + ": unset it, the supervisor sets it");
        }
        byte[] document;
        try (input) {
            document = input.readNBytes(LONGEST + 1);
        }
        Optional<Map<String, String>> secrets = document.length > LONGEST
                ? Optional.empty()
                : FlatJson.read(new String(document, StandardCharsets.UTF_8));
        if (secrets.isEmpty()) {
            return new Opened.Refused<>("standard input does not hold the secrets that " + VARIABLE
                    + " promises, one JSON object of texts: unset " + VARIABLE + ", or start the server by supervise");
        }
        Map<String, String> all = new TreeMap<>(environment);
        all.remove(VARIABLE);
        all.putAll(secrets.get());
        return new Opened.Ready<>(Map.copyOf(all));
    }
}
