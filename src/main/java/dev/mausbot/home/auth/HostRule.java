package dev.mausbot.home.auth;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which {@code Host} a request may name (RFC 9110, section 7.2). A page of the web whose name was pointed at this machine
 * (DNS rebinding) names its own host, and is refused.
 */
public sealed interface HostRule {
    boolean allows(String host);

    /** The authority of the machine's public address, which is {@code https}; empty on a person's own machine. */
    Optional<String> publicAuthority();

    /** A person's own machine: only names that cannot be pointed elsewhere; any port, as it may be forwarded. */
    record Loopback() implements HostRule {
        private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}$");
        private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

        @Override
        public boolean allows(String host) {
            return NAMES.contains(PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst(""));
        }

        @Override
        public Optional<String> publicAuthority() {
            return Optional.empty();
        }
    }

    /** A machine of a fleet: exactly the authority of its public address. */
    record Exactly(String authority) implements HostRule {
        @Override
        public boolean allows(String host) {
            return host.equalsIgnoreCase(authority);
        }

        @Override
        public Optional<String> publicAuthority() {
            return Optional.of(authority);
        }
    }

    /** The rule of a machine with this public authority, or with none. */
    static HostRule of(Optional<String> publicAuthority) {
        return publicAuthority.<HostRule>map(Exactly::new).orElseGet(Loopback::new);
    }
}
