package dev.mausbot.home.turn.keys;

import dev.mausbot.home.boot.HostFacts;
import java.nio.file.Path;

/**
 * Where the machine's secret is kept.
 *
 * @param path the data folder
 * @param host who this program runs as
 */
public record SecretFolder(Path path, HostFacts host) {}
