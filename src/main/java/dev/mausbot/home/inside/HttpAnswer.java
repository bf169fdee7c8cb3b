package dev.mausbot.home.inside;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What came back for one HTTP request on a connection of its own. The request is written as it is given: the JDK's client
 * would not send what a hostile one does, and takes longer to load than all else of the probe.
 *
 * @param status the status code
 * @param headers by their names in lower case
 * @param body its beginning
 */
record HttpAnswer(int status, Map<String, String> headers, String body) {
    private static final int PATIENCE_MILLIS = 5000;
    private static final int LONGEST_LINE = 8192;
    private static final int LONGEST_BODY = 4096;

    /** Sends it to a port of the box's loopback. */
    static HttpAnswer to(int port, String request) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), PATIENCE_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return read(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private static HttpAnswer read(InputStream in) throws IOException {
        String[] first = line(in).split(" ", 3);
        if (first.length < 2 || !first[1].matches("[0-9]{3}")) {
            throw new IOException("no answer in HTTP");
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = in.readNBytes(Math.min(length, LONGEST_BODY));
        return new HttpAnswer(Integer.parseInt(first[1]), headers, new String(body, StandardCharsets.UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > LONGEST_LINE) {
                throw new IOException("the answer broke off");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /** Which gate says that it answers itself, if one does. */
    Optional<String> gate() {
        return Optional.ofNullable(headers.get("x-omb-gate"));
    }

    /** For a person. */
    String shown() {
        return status + gate().map(gate -> " by the " + gate + " gate").orElse(" by no gate");
    }
}
