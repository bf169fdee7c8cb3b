package dev.mausbot.home.boot;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A block of addresses in CIDR notation (RFC 4632, RFC 4291 section 2.3), for all ports or for one:
 * {@code 10.0.0.0/8}, {@code 10.0.0.0/8:443}, {@code fd00::/8}, {@code [fd00::/8]:443}.
 *
 * <p>Parsing is strict, because a range that is read differently from how it was meant opens or shuts the wrong door: no
 * bits may be set beyond the prefix, and a range of IPv4-mapped IPv6 addresses must be written in its IPv4 form.
 */
public final class AddressRange {
    private final byte[] network;
    private final int prefix;
    private final OptionalInt port;

    private AddressRange(byte[] network, int prefix, OptionalInt port) {
        this.network = network;
        this.prefix = prefix;
        this.port = port;
    }

    /** What a text turned out to be. */
    public sealed interface Parsed {
        record Range(AddressRange range) implements Parsed {}

        /** Not a range; {@code why} is a sentence for the person who wrote it. */
        record Fault(String why) implements Parsed {}
    }

    /** Reads one range as an operator wrote it. */
    public static Parsed parse(String text) {
        String cidr = text;
        OptionalInt port = OptionalInt.empty();
        int portColon = portColon(text);
        if (portColon >= 0) {
            port = parsePort(text.substring(portColon + 1));
            if (port.isEmpty()) {
                return fault(text, "its port is not a number from 1 to 65535");
            }
            cidr = text.substring(0, portColon);
        }
        boolean bracketed = cidr.startsWith("[") && cidr.endsWith("]") && portColon >= 0;
        return parseCidr(text, bracketed ? cidr.substring(1, cidr.length() - 1) : cidr, bracketed, port);
    }

    /** A range that the program itself names; a text that is not one is a bug. */
    public static AddressRange of(String text) {
        return switch (parse(text)) {
            case Parsed.Range(AddressRange range) -> range;
            case Parsed.Fault(String why) -> throw new IllegalArgumentException(why);
        };
    }

    /** Where the colon before a port is, or -1: after the bracket for IPv6, after the prefix for IPv4. */
    private static int portColon(String text) {
        if (text.startsWith("[")) {
            return text.indexOf("]:") < 0 ? -1 : text.indexOf("]:") + 1;
        }
        int colon = text.indexOf(':');
        return colon >= 0 && text.lastIndexOf('/', colon) >= 0 ? colon : -1;
    }

    private static Parsed parseCidr(String text, String cidr, boolean bracketed, OptionalInt port) {
        int slash = cidr.indexOf('/');
        if (slash < 0) {
            return fault(text, "it has no prefix length; one address is written as /32 (IPv4) or /128 (IPv6)");
        }
        Optional<InetAddress> address = IpLiteral.parse(cidr.substring(0, slash));
        if (address.isEmpty()) {
            return fault(text, "it does not begin with an IPv4 or IPv6 address");
        }
        byte[] network = address.get().getAddress();
        boolean writtenAs6 = cidr.indexOf(':') >= 0;
        if (writtenAs6 != (network.length == 16)) {
            return fault(text, "IPv4-mapped addresses are judged as IPv4; write the IPv4 range");
        }
        if (bracketed && !writtenAs6) {
            return fault(text, "brackets are for IPv6 ranges with a port");
        }
        OptionalInt prefix = parseNumber(cidr.substring(slash + 1), 8 * network.length);
        if (prefix.isEmpty()) {
            return fault(text, "its prefix length is not a number from 0 to " + 8 * network.length);
        }
        if (hasBitsBeyond(network, prefix.getAsInt())) {
            return fault(text, "its address has bits set beyond the prefix");
        }
        return new Parsed.Range(new AddressRange(network, prefix.getAsInt(), port));
    }

    private static Parsed fault(String text, String why) {
        String shown = text.length() <= 80 ? text : text.substring(0, 80) + "…";
        return new Parsed.Fault(
                "'" + shown + "' is not an address range: " + why + " (examples: 10.0.0.0/8, [fd00::/8]:443)");
    }

    private static OptionalInt parsePort(String text) {
        OptionalInt port = parseNumber(text, 65535);
        return port.isPresent() && port.getAsInt() == 0 ? OptionalInt.empty() : port;
    }

    /** Digits without a sign or a leading zero. */
    private static OptionalInt parseNumber(String text, int largest) {
        if (!text.matches("0|[1-9][0-9]{0,4}") || Integer.parseInt(text) > largest) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    private static boolean hasBitsBeyond(byte[] network, int prefix) {
        for (int bit = prefix; bit < 8 * network.length; bit++) {
            if ((network[bit / 8] & (0x80 >> (bit % 8))) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether an address and a port are in it. An address of the other family never is. */
    public boolean contains(InetAddress address, int atPort) {
        return (port.isEmpty() || port.getAsInt() == atPort) && containsBytes(address.getAddress());
    }

    private boolean containsBytes(byte[] bytes) {
        if (bytes.length != network.length) {
            return false;
        }
        int whole = prefix / 8;
        int mask = (0xff00 >> (prefix % 8)) & 0xff;
        return Arrays.equals(bytes, 0, whole, network, 0, whole)
                && (mask == 0 || (bytes[whole] & mask) == (network[whole] & mask));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressRange range
                && prefix == range.prefix
                && port.equals(range.port)
                && Arrays.equals(network, range.network);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(network) + prefix) + port.hashCode();
    }

    /** The range in the notation that {@link #parse} reads. */
    @Override
    public String toString() {
        String cidr = IpLiteral.fromBytes(network).getHostAddress() + "/" + prefix;
        if (port.isEmpty()) {
            return cidr;
        }
        return (network.length == 16 ? "[" + cidr + "]" : cidr) + ":" + port.getAsInt();
    }
}
