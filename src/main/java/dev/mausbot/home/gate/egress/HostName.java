package dev.mausbot.home.gate.egress;

import dev.mausbot.home.boot.IpLiteral;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A host in one spelling only. Text that two programs could read as two hosts never becomes one: no numbers that stand
 * for addresses, no trailing dot, no zone, no percent-encoding, nothing beyond ASCII.
 */
sealed interface HostName {
    /** The canonical text: lower case, an address in its usual form without brackets. */
    String text();

    /** A DNS name; underscores are allowed because names in use have them. */
    record Name(String text) implements HostName {}

    /** An address that was written as such. */
    record Literal(InetAddress address) implements HostName {
        @Override
        public String text() {
            return address.getHostAddress();
        }
    }

    /** RFC 1035 section 2.3.4 limits, RFC 1123 section 2.1 syntax plus underscores. */
    Pattern LABEL = Pattern.compile("[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?");

    int LONGEST_NAME = 253;

    /** Reads a host without brackets or port: a name, dotted decimal, or IPv6 text. */
    static Optional<HostName> parse(String text) {
        Optional<InetAddress> address = IpLiteral.parse(text);
        if (address.isPresent()) {
            return Optional.of(new Literal(address.get()));
        }
        return parseName(text);
    }

    private static Optional<HostName> parseName(String text) {
        // Case is folded after the length and charset are known to be plain: Locale.ROOT folds U+212A to k.
        if (text.isEmpty() || text.length() > LONGEST_NAME || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            return Optional.empty();
        }
        String name = text.toLowerCase(Locale.ROOT);
        String[] labels = name.split("\\.", -1);
        for (String label : labels) {
            if (!LABEL.matcher(label).matches()) {
                return Optional.empty();
            }
        }
        // A last label that begins with a digit is a number to somebody: 127.1, 0x7f.1, 1.2.3.0x4.
        char first = labels[labels.length - 1].charAt(0);
        return first >= 'a' && first <= 'z' ? Optional.of(new Name(name)) : Optional.empty();
    }
}
