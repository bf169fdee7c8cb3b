package dev.mausbot.home.inside;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The program {@code cloud-home hook EVENT FOLDER}: an engine's hook command, which tells the home of a tool call. It
 * reads the engine's own words about it on standard input and posts what the home keeps of them to
 * {@code $OMB_HARNESS_URL/api/internal/hooks/EVENT}, with the bearer that the file {@code token} of the folder holds now.
 *
 * <p>A hook must not be in the way: whatever happens it exits with 0 and says nothing on standard output, where engines
 * look for orders; and it has given up after {@value #PATIENCE_MILLIS} ms.
 */
public final class Hook {
    /** The name of the file in the hook-token folder that holds the bearer. */
    static final String TOKEN = "token";

    static final int PATIENCE_MILLIS = 2000;
    private static final int LONGEST_EVENT = 8 << 20;
    private static final int LONGEST_TOKEN = 256;
    /** The home keeps less; a large file that is written is not sent for it. */
    private static final int SHOWN_CHARS = 4096;

    private Hook() {}

    /** Tells the home, or does not; the exit code is always 0. */
    public static int run(String[] arguments, Map<String, String> environment, InputStream in, PrintStream err) {
        if (arguments.length != 2 || !arguments[0].matches("[A-Za-z]{1,40}")) {
            err.println("hook: usage: hook EVENT FOLDER");
            return 0;
        }
        Thread work = Thread.ofPlatform().daemon().name("hook").start(() -> {
            try {
                tell(arguments[0], Path.of(arguments[1]), environment, in);
            } catch (IOException | RuntimeException broken) {
                err.println("hook: the home was not told: " + broken.getMessage());
            }
        });
        try {
            if (!work.join(Duration.ofMillis(PATIENCE_MILLIS))) {
                err.println("hook: the home was not told in time");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private static void tell(String event, Path folder, Map<String, String> environment, InputStream in)
            throws IOException {
        byte[] body = kept(new String(in.readNBytes(LONGEST_EVENT), StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
        URI home = URI.create(environment.getOrDefault("OMB_HARNESS_URL", ""));
        if (home.getHost() == null || home.getPort() < 0) {
            throw new IOException("OMB_HARNESS_URL names no home");
        }
        String head = "POST /api/internal/hooks/" + event + " HTTP/1.1\r\nHost: " + home.getAuthority()
                + "\r\nAuthorization: Bearer " + token(folder)
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                + "\r\nConnection: close\r\n\r\n";
        // Always the box's own loopback; a client of the JDK would bring ten times as many classes.
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.ofLiteral(home.getHost()), home.getPort()), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            if (!answer.startsWith("HTTP/1.1 2")) {
                throw new IOException("it answers " + answer.replaceAll("[^ -~]", "?"));
            }
        }
    }

    private static String token(Path folder) throws IOException {
        try (InputStream file = Files.newInputStream(folder.resolve(TOKEN))) {
            String token = new String(file.readNBytes(LONGEST_TOKEN), StandardCharsets.US_ASCII).strip();
            if (!token.matches("[A-Za-z0-9_-]+")) {
                throw new IOException("there is no token");
            }
            return token;
        }
    }

    /** Which tool, and what with; never its output. */
    private static String kept(String said) {
        Optional<Json.Members> event = JsonReader.object(said);
        Json.Members members = event.orElse(Json.object());
        String input = members.get("tool_input").map(Json::written).orElse("");
        return Json.object(
                        "tool",
                        cut(members.text("tool_name"), 200),
                        "input",
                        cut(event.isPresent() ? input : "(not readable)", SHOWN_CHARS))
                .written();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "\u2026";
    }
}
