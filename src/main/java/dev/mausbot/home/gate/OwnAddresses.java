package dev.mausbot.home.gate;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * All addresses of this machine's interfaces. They change while it runs (Fly gives a machine a new private address), so
 * they are read again once the last reading is a few seconds old.
 */
final class OwnAddresses implements Supplier<Set<InetAddress>> {
    private static final Duration FRESH = Duration.ofSeconds(3);

    private final LongSupplier nanoTime;
    private final Supplier<Set<InetAddress>> read;
    // One reference, so that threads see a set and its age together; two readers at once only do the work twice.
    private volatile Reading last;

    private record Reading(Set<InetAddress> addresses, long at) {}

    OwnAddresses() {
        this(OwnAddresses::readInterfaces, System::nanoTime);
    }

    OwnAddresses(Supplier<Set<InetAddress>> read, LongSupplier nanoTime) {
        this.read = read;
        this.nanoTime = nanoTime;
        this.last = new Reading(read.get(), nanoTime.getAsLong());
    }

    /** The addresses, at most three seconds old; {@link UncheckedIOException} if they cannot be read. */
    @Override
    public Set<InetAddress> get() {
        Reading reading = last;
        if (nanoTime.getAsLong() - reading.at() >= FRESH.toNanos()) {
            reading = new Reading(read.get(), nanoTime.getAsLong());
            last = reading;
        }
        return reading.addresses();
    }

    private static Set<InetAddress> readInterfaces() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (SocketException unreadable) {
            throw new UncheckedIOException("the addresses of this machine's interfaces cannot be read", unreadable);
        }
    }
}
