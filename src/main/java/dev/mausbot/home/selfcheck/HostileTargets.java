package dev.mausbot.home.selfcheck;

import dev.mausbot.home.boot.IpLiteral;
import dev.mausbot.home.boot.OperatorRanges;
import dev.mausbot.home.gate.Reason;
import dev.mausbot.home.gate.egress.Resolver;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Where no box may get through the egress gate, by address and by names that only the fixture's resolver knows. */
final class HostileTargets {
    /** A name with a public address; nothing is called there. */
    static final String PUBLIC_NAME = "public.check.example";

    private static final int PORT = 80;

    private record Target(String address, Reason reason, String name) {}

    private static final List<Target> PRIVATE = List.of(
            new Target("127.0.0.1", Reason.LOOPBACK, "loopback.check.example"),
            new Target("::1", Reason.LOOPBACK, "loopback6.check.example"),
            new Target("0.0.0.0", Reason.THIS_NETWORK, "unspecified.check.example"),
            new Target("10.11.12.13", Reason.PRIVATE_RANGE, "ten.check.example"),
            new Target("172.20.21.22", Reason.PRIVATE_RANGE, "private.check.example"),
            new Target("192.168.77.78", Reason.PRIVATE_RANGE, "home.check.example"),
            new Target("169.254.7.8", Reason.LINK_LOCAL, "link.check.example"),
            new Target("fe80::7", Reason.LINK_LOCAL, "link6.check.example"),
            new Target("fdaa::3", Reason.PRIVATE_RANGE, "sixpn.check.example"));

    private static final List<Target> METADATA = List.of(
            new Target("169.254.169.254", Reason.LINK_LOCAL, "metadata.check.example"),
            new Target("fd00:ec2::254", Reason.METADATA, "metadata6.check.example"),
            new Target("168.63.129.16", Reason.METADATA, "wire.check.example"),
            new Target("100.100.100.200", Reason.METADATA, "alibaba.check.example"));

    private static final Map<String, String> MORE_NAMES = Map.of(PUBLIC_NAME, "9.9.9.9");

    private HostileTargets() {}

    static List<Attempt> privateOnes(int egress, OperatorRanges ranges) {
        return attempts(egress, PRIVATE, ranges);
    }

    static List<Attempt> metadata(int egress, OperatorRanges ranges) {
        List<Attempt> attempts = attempts(egress, METADATA, ranges);
        attempts.add(refused(egress, "metadata.google.internal:" + PORT, Reason.LOCAL_NAME));
        return attempts;
    }

    /**
     * What the operator opened on purpose is not tried. Only a private range can be opened: the gate must refuse all else
     * whatever {@code OMB_EGRESS_ALLOW} says, and that is worth a try above all when it says {@code 0.0.0.0/0}.
     */
    private static List<Attempt> attempts(int egress, List<Target> targets, OperatorRanges ranges) {
        List<Attempt> attempts = new ArrayList<>();
        for (Target target : targets) {
            if (!opened(target, ranges)) {
                String literal = target.address().contains(":") ? "[" + target.address() + "]" : target.address();
                attempts.add(refused(egress, literal + ":" + PORT, target.reason()));
                attempts.add(refused(egress, target.name() + ":" + PORT, target.reason()));
            }
        }
        return attempts;
    }

    private static boolean opened(Target target, OperatorRanges ranges) {
        InetAddress address = address(target.address());
        return target.reason() == Reason.PRIVATE_RANGE
                && ranges.allow().stream().anyMatch(range -> range.contains(address, PORT));
    }

    /** The operator may have denied it besides, and it may be this machine's own address. */
    private static Attempt refused(int egress, String target, Reason reason) {
        return Attempt.of(
                "refused",
                egress,
                target,
                String.join(",", reason.label(), Reason.OPERATOR_DENIED.label(), Reason.OWN_ADDRESS.label()));
    }

    /** Knows the names of this table and no other. */
    static CompletionStage<Resolver.Answer> resolve(String name) {
        Optional<String> address = List.of(PRIVATE, METADATA).stream()
                .flatMap(List::stream)
                .filter(target -> target.name().equals(name))
                .map(Target::address)
                .findFirst()
                .or(() -> Optional.ofNullable(MORE_NAMES.get(name)));
        return CompletableFuture.completedStage(
                address.<Resolver.Answer>map(text -> new Resolver.Answer.Found(List.of(address(text))))
                        .orElseGet(() -> new Resolver.Answer.Failed(Reason.NAME_NOT_FOUND)));
    }

    private static InetAddress address(String text) {
        return IpLiteral.parse(text).orElseThrow();
    }
}
