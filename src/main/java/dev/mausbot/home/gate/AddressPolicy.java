package dev.mausbot.home.gate;

import dev.mausbot.home.boot.AddressRange;
import dev.mausbot.home.boot.IpLiteral;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which addresses a box may reach: public ones, plus the operator's {@code OMB_EGRESS_ALLOW}, minus
 * {@code OMB_EGRESS_DENY}. Deny beats allow. Nothing opens loopback, link-local, metadata services, multicast, IPv6
 * addresses that carry IPv4 ones, or any address of this machine itself.
 *
 * <p>It judges address objects, never text, and the gates dial the very object that was judged. It keeps no state but
 * the machine's own addresses and may be asked from any thread.
 */
public final class AddressPolicy {
    private final List<AddressRange> allow;
    private final List<AddressRange> deny;
    private final Supplier<Set<InetAddress>> ownAddresses;

    /** A policy that reads the machine's interfaces, again and again, as they change. */
    public AddressPolicy(List<AddressRange> allow, List<AddressRange> deny) {
        this(allow, deny, new OwnAddresses());
    }

    /** A policy of a machine with the given addresses; the supplier is asked for every judgement. */
    public AddressPolicy(List<AddressRange> allow, List<AddressRange> deny, Supplier<Set<InetAddress>> ownAddresses) {
        this.allow = List.copyOf(allow);
        this.deny = List.copyOf(deny);
        this.ownAddresses = Objects.requireNonNull(ownAddresses, "ownAddresses");
    }

    /** Judges one address at one port. */
    public Verdict judge(InetAddress address, int port) {
        InetAddress judged = unmapped(address);
        Optional<SpecialAddresses.Block> block = SpecialAddresses.blockOf(judged);
        if (block.isPresent() && !block.get().openable()) {
            return Verdict.refused(block.get().reason());
        }
        Optional<Reason> own = ownAddress(judged);
        if (own.isPresent()) {
            return Verdict.refused(own.get());
        }
        if (anyContains(deny, judged, port)) {
            return Verdict.refused(Reason.OPERATOR_DENIED);
        }
        if (block.isEmpty()) {
            return Verdict.allowed(Verdict.Ground.PUBLIC);
        }
        return anyContains(allow, judged, port)
                ? Verdict.allowed(Verdict.Ground.OPERATOR_RANGE)
                : Verdict.refused(block.get().reason());
    }

    /** A machine that does not know itself cannot keep a box away from itself, so it lets nothing out. */
    private Optional<Reason> ownAddress(InetAddress address) {
        try {
            return ownAddresses.get().contains(address) ? Optional.of(Reason.OWN_ADDRESS) : Optional.empty();
        } catch (UncheckedIOException unreadable) {
            return Optional.of(Reason.OWN_ADDRESSES_UNKNOWN);
        }
    }

    /**
     * An IPv4-mapped address as the IPv4 address that the kernel would dial. Building it from its bytes does that, and
     * drops the name and the zone that came with it, so equal bytes are equal addresses.
     */
    private static InetAddress unmapped(InetAddress address) {
        return IpLiteral.fromBytes(address.getAddress());
    }

    private static boolean anyContains(List<AddressRange> ranges, InetAddress address, int port) {
        return ranges.stream().anyMatch(range -> range.contains(address, port));
    }
}
