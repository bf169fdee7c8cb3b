package dev.mausbot.home.boot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Binds a volume to its machine: the file {@value #FILE} in the data folder holds the id of the machine of a fleet that
 * the data belongs to. A volume attached to the wrong machine would show one person's chats to another, under the other's
 * keys; so it is refused, and so is one that holds data and does not say whose.
 */
public final class VolumeMarker {
    public static final String FILE = "machine-id";

    private static final String DRAFT = FILE + ".draft";
    private static final int LONGEST = 200;

    /** In a folder that holds no data yet: our own lock, and what mkfs puts at the top of a file system. */
    private static final Set<String> NO_DATA = Set.of(DataFolder.LOCK_FILE, "lost+found");

    private VolumeMarker() {}

    /**
     * Checks the marker, or makes it in a folder without data. To be called by the server, with the folder locked.
     *
     * @return why the folder is not this machine's, and what to do; empty if it is
     */
    public static Optional<String> bind(DataFolder folder, String machineId) throws IOException {
        Path file = folder.path().resolve(FILE);
        // What a start that broke off left.
        Files.deleteIfExists(folder.path().resolve(DRAFT));
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return check(file, machineId);
        }
        if (holdsData(folder.path())) {
            return Optional.of(folder.path() + " holds data and does not say of which machine, so it may be another"
                    + " home's: attach this machine's own volume, or, if the data is to be this machine's, write its id"
                    + " (OMB_CLOUD_MACHINE_ID) into " + file);
        }
        WholeFile.make(file, folder.path().resolve(DRAFT), (machineId + "\n").getBytes(StandardCharsets.UTF_8));
        return Optional.empty();
    }

    private static Optional<String> check(Path file, String machineId) throws IOException {
        if (!Look.at(file).isFile()) {
            return Optional.of(file + " is not a file: bring it back from a backup");
        }
        String found;
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            found = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8).strip();
        }
        if (found.equals(machineId)) {
            return Optional.empty();
        }
        String whose = ContractReader.isMachineId(found) ? "machine " + found : "nobody that can be read";
        return Optional.of("the data in " + file.getParent() + " belongs to " + whose + ", and this is machine "
                + machineId + ": attach this machine's own volume, or, if the data is to move here for good, write this"
                + " machine's id into " + file);
    }

    private static boolean holdsData(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.anyMatch(each -> !NO_DATA.contains(each.getFileName().toString()));
        }
    }
}
