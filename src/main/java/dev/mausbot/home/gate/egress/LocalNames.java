package dev.mausbot.home.gate.egress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Names that mean this machine or its network, whatever a resolver makes of them. Refused before any lookup, so that a
 * box cannot even ask which of them exist.
 */
final class LocalNames {
    /** A domain, itself and all below it, and where it comes from. */
    private record Domain(String name, String source) {}

    private static final List<Domain> DOMAINS = List.of(
            new Domain("localhost", "RFC 6761"),
            new Domain("local", "RFC 6762, multicast DNS; Kubernetes' cluster.local"),
            new Domain("localdomain", "the usual second name of loopback in /etc/hosts"),
            new Domain("internal", "ICANN 2024; clouds' metadata, Fly's 6PN, Docker's host"),
            new Domain("flycast", "Fly's private load balancer"),
            new Domain("svc", "Kubernetes services through a search domain"),
            new Domain("home.arpa", "RFC 8375"),
            new Domain("in-addr.arpa", "RFC 1035, reverse names"),
            new Domain("ip6.arpa", "RFC 3596, reverse names"),
            new Domain("home", "home routers; ICANN name collision list"),
            new Domain("lan", "home routers"),
            new Domain("corp", "ICANN name collision list"),
            new Domain("intranet", "RFC 6762 appendix G"),
            new Domain("private", "RFC 6762 appendix G"));

    private final String hostname;

    LocalNames(String hostname) {
        this.hostname = hostname.toLowerCase(Locale.ROOT);
    }

    /** The names of the machine that this runs on. */
    static LocalNames ofThisMachine() {
        try {
            return new LocalNames(
                    Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("this machine's hostname cannot be read", unreadable);
        }
    }

    /** Whether a name, in lower case, is one. A name of a single label always is: a resolver completes it locally. */
    boolean contains(String name) {
        return name.indexOf('.') < 0
                || name.equals(hostname)
                || DOMAINS.stream().anyMatch(domain -> isIn(name, domain));
    }

    private static boolean isIn(String name, Domain domain) {
        return name.equals(domain.name()) || name.endsWith("." + domain.name());
    }
}
