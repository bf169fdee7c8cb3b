package dev.mausbot.home.relay;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a sign-in sends the owner's browser back to: a program on the loopback of the machine that it thinks it runs on
 * (RFC 8252, section 7.3). It holds the sign-in's code, so it shows nothing but its host and port.
 */
public final class LoopbackUrl {
    /** The most that path and query may hold, in characters. */
    static final int LONGEST_TARGET = 8 * 1024;

    private static final int LAST_PORT = 65535;
    private static final Pattern SHAPE =
            Pattern.compile("http://(127\\.0\\.0\\.1|localhost|\\[::1\\]):([1-9][0-9]{0,4})([/?#].*)?", Pattern.DOTALL);

    private final String authority;
    private final int port;
    private final String target;

    private LoopbackUrl(String authority, int port, String target) {
        this.authority = authority;
        this.port = port;
        this.target = target;
    }

    /** What a text was. */
    public sealed interface Read {
        /** It is such a URL. */
        record Loopback(LoopbackUrl url) implements Read {}

        /** It is not; the sentence says why, and quotes nothing of it. */
        record Refused(String reason) implements Read {}
    }

    /**
     * Reads what the owner pasted: {@code http}, {@code 127.0.0.1}, {@code localhost} or {@code [::1]}, a port, no user
     * name, and a path and query of what a browser shows (printable ASCII). A fragment is left out, as a browser does.
     */
    public static Read read(String pasted) {
        Matcher shape = SHAPE.matcher(pasted);
        if (!shape.matches() || Integer.parseInt(shape.group(2)) > LAST_PORT) {
            return new Read.Refused(
                    "Paste the whole address that the browser could not open after the sign-in: it begins"
                            + " with http://127.0.0.1:PORT/, http://localhost:PORT/ or http://[::1]:PORT/.");
        }
        String rest = shape.group(3) == null ? "/" : shape.group(3);
        int fragment = rest.indexOf('#');
        String shown = fragment < 0 ? rest : rest.substring(0, fragment);
        String target = shown.startsWith("/") ? shown : "/" + shown;
        if (target.length() > LONGEST_TARGET) {
            return new Read.Refused("That address is longer than " + LONGEST_TARGET + " characters.");
        }
        if (!isPlain(target)) {
            return new Read.Refused("That address holds what no address may: a space, a line break, a letter with an"
                    + " accent, or a percent sign without two digits. Copy it from the browser once more.");
        }
        return new Read.Loopback(
                new LoopbackUrl(shape.group(1) + ":" + shape.group(2), Integer.parseInt(shape.group(2)), target));
    }

    /** Nothing that could end the request line, and nothing that two parsers may read differently. */
    private static boolean isPlain(String target) {
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            boolean bad = c <= ' ' || c > '~' || "\"<>\\".indexOf(c) >= 0;
            if (bad || (c == '%' && !(isHex(target, i + 1) && isHex(target, i + 2)))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHex(String target, int at) {
        return at < target.length() && "0123456789abcdefABCDEF".indexOf(target.charAt(at)) >= 0;
    }

    /** The port, 1 to 65535. */
    public int port() {
        return port;
    }

    /** Host and port as they were pasted. */
    String authority() {
        return authority;
    }

    /** Path and query; begins with a slash. */
    String target() {
        return target;
    }

    /** Without path and query: those are what signs in. */
    @Override
    public String toString() {
        return "http://" + authority + "/…";
    }
}
