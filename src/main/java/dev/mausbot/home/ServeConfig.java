package dev.mausbot.home;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What {@link Serve} tells the framework about the settings it has read; never set by hand. */
@ConfigMapping(prefix = "home")
interface ServeConfig {
    Path dataFolder();

    /** HOME as engines see it. */
    @WithDefault("${user.home}")
    Path engineHome();

    /** The address that it listens on. */
    @WithDefault("127.0.0.1")
    String listensOn();

    @WithDefault("2")
    int maxTurns();

    @WithDefault("60M")
    Duration turnTimeout();

    /** The authority of the machine's public address; empty without a cloud role. */
    Optional<String> publicAuthority();
}
