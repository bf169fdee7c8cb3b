package dev.mausbot.home;

import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Contract;
import dev.mausbot.home.boot.HostFacts;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The server's settings, secrets among them, on their way from {@link Serve} to what the framework makes. The one static
 * field of the house: the framework makes its objects itself, and every way of its own to hand something in (properties,
 * arguments) is one that it also prints or lets be asked for.
 */
final class ServeSettings {
    private static final AtomicReference<Map<String, String>> HANDED_OVER = new AtomicReference<>();

    private ServeSettings() {}

    /** To be called once, before the framework starts. */
    static void handOver(Map<String, String> settings) {
        if (!HANDED_OVER.compareAndSet(null, Map.copyOf(settings))) {
            throw new IllegalStateException("this process serves already");
        }
    }

    /** What was handed over; the environment where the framework was started by itself, as in its tests. */
    static Map<String, String> current() {
        Map<String, String> settings = HANDED_OVER.get();
        return settings == null ? System.getenv() : settings;
    }

    /** The same as a contract. {@link Serve} has checked it; another one means that the framework was started by itself. */
    static BootContract contract() {
        return switch (BootContract.read(current(), HostFacts.current())) {
            case Contract.Valid(BootContract contract) -> contract;
            case Contract.Invalid invalid -> throw new IllegalStateException(invalid.message());
        };
    }
}
