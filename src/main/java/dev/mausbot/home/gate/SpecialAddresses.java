package dev.mausbot.home.gate;

import dev.mausbot.home.boot.AddressRange;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * The addresses that are not the public internet, as data. Sources: the IANA IPv4 and IPv6 Special-Purpose Address
 * Registries, the IANA IPv6 address space (only 2000::/3 is global unicast, so all else is refused), and the vendors'
 * own pages for addresses of metadata services.
 *
 * <p>The JDK's predicates are no substitute: {@code isSiteLocalAddress} knows nothing of fc00::/7, and none of them
 * knows 100.64.0.0/10, 0.1.2.3, 240.0.0.0/4 or NAT64.
 */
final class SpecialAddresses {
    private static final AddressRange GLOBAL_UNICAST = AddressRange.of("2000::/3");

    /**
     * One block.
     *
     * @param openable whether an operator's {@code OMB_EGRESS_ALLOW} may cover it; never true of a way to this machine,
     *     to a metadata service, or of an IPv6 block that carries other addresses inside
     */
    record Block(AddressRange range, Reason reason, boolean openable, String name, String source) {}

    /** The first block that holds an address decides, so the narrow ones come first. */
    private static final List<Block> BLOCKS = List.of(
            never("168.63.129.16/32", Reason.METADATA, "Azure wire server", "learn.microsoft.com"),
            never("192.0.0.192/32", Reason.METADATA, "Oracle Cloud metadata", "docs.oracle.com"),
            never("100.100.100.200/32", Reason.METADATA, "Alibaba Cloud metadata", "alibabacloud.com"),
            never("fd00:ec2::/32", Reason.METADATA, "AWS metadata, DNS and time", "docs.aws.amazon.com"),
            never("0.0.0.0/8", Reason.THIS_NETWORK, "this network; 0.0.0.0 reaches loopback", "RFC 791"),
            never("127.0.0.0/8", Reason.LOOPBACK, "loopback", "RFC 1122"),
            never("169.254.0.0/16", Reason.LINK_LOCAL, "link-local, most clouds' metadata", "RFC 3927"),
            open("10.0.0.0/8", Reason.PRIVATE_RANGE, "private use", "RFC 1918"),
            open("172.16.0.0/12", Reason.PRIVATE_RANGE, "private use", "RFC 1918"),
            open("192.168.0.0/16", Reason.PRIVATE_RANGE, "private use", "RFC 1918"),
            open("100.64.0.0/10", Reason.SHARED_RANGE, "shared address space", "RFC 6598"),
            open("192.0.0.0/24", Reason.RESERVED, "IETF protocol assignments", "RFC 6890"),
            open("192.0.2.0/24", Reason.RESERVED, "documentation (TEST-NET-1)", "RFC 5737"),
            open("198.51.100.0/24", Reason.RESERVED, "documentation (TEST-NET-2)", "RFC 5737"),
            open("203.0.113.0/24", Reason.RESERVED, "documentation (TEST-NET-3)", "RFC 5737"),
            open("192.88.99.0/24", Reason.RESERVED, "deprecated 6to4 relay anycast", "RFC 7526"),
            open("198.18.0.0/15", Reason.RESERVED, "benchmarking", "RFC 2544"),
            never("224.0.0.0/4", Reason.MULTICAST, "multicast", "RFC 5771"),
            never("255.255.255.255/32", Reason.MULTICAST, "limited broadcast", "RFC 919"),
            open("240.0.0.0/4", Reason.RESERVED, "reserved", "RFC 1112"),
            never("::1/128", Reason.LOOPBACK, "loopback", "RFC 4291"),
            never("::/128", Reason.THIS_NETWORK, "unspecified", "RFC 4291"),
            never("::/96", Reason.EMBEDS_IPV4, "deprecated IPv4-compatible", "RFC 4291"),
            never("::ffff:0:0:0/96", Reason.EMBEDS_IPV4, "IPv4-translated (SIIT)", "RFC 2765"),
            never("64:ff9b::/96", Reason.EMBEDS_IPV4, "NAT64", "RFC 6052"),
            never("64:ff9b:1::/48", Reason.EMBEDS_IPV4, "local-use NAT64", "RFC 8215"),
            open("100::/64", Reason.RESERVED, "discard-only", "RFC 6666"),
            open("100:0:0:1::/64", Reason.RESERVED, "dummy prefix", "RFC 9780"),
            never("2001::/32", Reason.EMBEDS_IPV4, "Teredo", "RFC 4380"),
            open("2001::/23", Reason.RESERVED, "IETF protocol assignments, benchmarking, ORCHID", "RFC 2928"),
            open("2001:db8::/32", Reason.RESERVED, "documentation", "RFC 3849"),
            never("2002::/16", Reason.EMBEDS_IPV4, "6to4", "RFC 3056"),
            open("3fff::/20", Reason.RESERVED, "documentation", "RFC 9637"),
            open("fc00::/7", Reason.PRIVATE_RANGE, "unique local, Fly's 6PN in fdaa::/16", "RFC 4193"),
            never("fe80::/10", Reason.LINK_LOCAL, "link-local", "RFC 4291"),
            open("fec0::/10", Reason.PRIVATE_RANGE, "deprecated site-local", "RFC 3879"),
            never("ff00::/8", Reason.MULTICAST, "multicast", "RFC 4291"));

    private static final Block ISATAP =
            never("2000::/3", Reason.EMBEDS_IPV4, "ISATAP interface identifier", "RFC 5214 section 6.1");
    private static final Block NOT_GLOBAL =
            open("::/0", Reason.NOT_GLOBAL_IPV6, "not global unicast", "IANA IPv6 address space");

    private SpecialAddresses() {}

    /** The block that makes an address not public, or empty for a public one. */
    static Optional<Block> blockOf(InetAddress address) {
        for (Block block : BLOCKS) {
            if (block.range().contains(address, 0)) {
                return Optional.of(block);
            }
        }
        byte[] bytes = address.getAddress();
        if (bytes.length == 4) {
            return Optional.empty();
        }
        if (isIsatap(bytes)) {
            return Optional.of(ISATAP);
        }
        return GLOBAL_UNICAST.contains(address, 0) ? Optional.empty() : Optional.of(NOT_GLOBAL);
    }

    /** Interface identifier 00-00-5E-FE or 02-00-5E-FE and then an IPv4 address: any prefix can carry one. */
    private static boolean isIsatap(byte[] bytes) {
        return (bytes[8] & ~0x02) == 0 && bytes[9] == 0 && bytes[10] == 0x5e && bytes[11] == (byte) 0xfe;
    }

    private static Block never(String cidr, Reason reason, String name, String source) {
        return new Block(AddressRange.of(cidr), reason, false, name, source);
    }

    private static Block open(String cidr, Reason reason, String name, String source) {
        return new Block(AddressRange.of(cidr), reason, true, name, source);
    }
}
