package dev.mausbot.home.boot;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The two spellings of an address that every program reads alike: dotted decimal of four numbers without leading zeros
 * (RFC 6943 section 3.1.1, "strict"), and IPv6 text of RFC 4291 section 2.2 without a zone.
 *
 * <p>The others are dangerous because readers disagree: {@code 0177.0.0.1} is 127.0.0.1 to glibc and 177.0.0.1 to the
 * JDK. They are not addresses here.
 */
public final class IpLiteral {
    private static final Pattern IPV4 = Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");
    private static final Pattern IPV6_HEX = Pattern.compile("[0-9a-fA-F:]*:");
    private static final int LONGEST = "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255".length();

    private IpLiteral() {}

    /** The address that the text spells, or empty. An IPv4-mapped IPv6 address comes back as the IPv4 address. */
    public static Optional<InetAddress> parse(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        return text.indexOf(':') < 0 ? parse4(text) : parse6(text);
    }

    private static Optional<InetAddress> parse4(String text) {
        if (!IPV4.matcher(text).matches()) {
            return Optional.empty();
        }
        String[] numbers = text.split("\\.", -1);
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            int number = Integer.parseInt(numbers[i]);
            if (number > 255) {
                return Optional.empty();
            }
            bytes[i] = (byte) number;
        }
        return Optional.of(fromBytes(bytes));
    }

    private static Optional<InetAddress> parse6(String text) {
        int tail = text.lastIndexOf(':') + 1;
        boolean dotted = text.indexOf('.') >= 0;
        // The JDK reads zones, and IPv4 tails with leading zeros: only what passes here may reach it.
        String hex = dotted ? text.substring(0, tail) : text + ":";
        if (!IPV6_HEX.matcher(hex).matches()
                || (dotted && parse4(text.substring(tail)).isEmpty())) {
            return Optional.empty();
        }
        try {
            return Optional.of(fromBytes(Inet6Address.ofLiteral(text).getAddress()));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    /** An address of 4 or 16 bytes, without a name or a zone. */
    public static InetAddress fromBytes(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException("an address has 4 or 16 bytes, not " + bytes.length, impossible);
        }
    }
}
