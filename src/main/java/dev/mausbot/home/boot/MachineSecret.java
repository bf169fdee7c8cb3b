package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The secret of this machine: {@value #BYTES} random bytes in the file {@value #FILE} of the data folder, which its owner
 * alone may read. Everything sealed in the database opens with it and with nothing else, so it is made once and never made
 * again over what was sealed before.
 */
public final class MachineSecret {
    public static final String FILE = "machine-secret";

    private static final int BYTES = 32;
    private static final String DRAFT = FILE + ".draft";
    private static final int READ_AND_WRITE_BY_OWNER = 0600;

    private final byte[] secret;

    private MachineSecret(byte[] secret) {
        this.secret = secret;
    }

    /** Reads the one that is there; empty if there is none. A file that others could have read or put there is refused. */
    public static Optional<Opened<MachineSecret>> find(Path dataFolder, HostFacts host) throws IOException {
        Path file = dataFolder.resolve(FILE);
        // What a start that broke off left: a second name of the secret, or half of one that nobody has used.
        Files.deleteIfExists(dataFolder.resolve(DRAFT));
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Optional<String> fault = fault(file, Look.at(file), host.uid());
        return Optional.of(fault.isPresent() ? new Opened.Refused<>(fault.get()) : read(file));
    }

    /**
     * Makes one where there is none. The file appears whole, on the disk, and never over another one.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is one
     */
    public static MachineSecret make(Path dataFolder) throws IOException {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        WholeFile.make(dataFolder.resolve(FILE), dataFolder.resolve(DRAFT), secret);
        return new MachineSecret(secret);
    }

    /** A key for one use, by HKDF-SHA256 (RFC 5869). No two uses get keys that tell anything about each other. */
    SecretKey key(String algorithm, String use) {
        HKDFParameterSpec derivation =
                HKDFParameterSpec.ofExtract().addIKM(secret).thenExpand(use.getBytes(StandardCharsets.UTF_8), BYTES);
        try {
            return KDF.getInstance("HKDF-SHA256").deriveKey(algorithm, derivation);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Java 25 has HKDF-SHA256", impossible);
        }
    }

    private static Opened<MachineSecret> read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer found = ByteBuffer.allocate(BYTES + 1);
            while (channel.read(found) > 0) {
                // until the end, or one byte too many
            }
            if (found.position() != BYTES) {
                return new Opened.Refused<>(
                        file + " does not hold the " + BYTES + " bytes that it must: bring it back from a backup");
            }
            byte[] secret = new byte[BYTES];
            found.flip().get(secret);
            return new Opened.Ready<>(new MachineSecret(secret));
        }
    }

    private static Optional<String> fault(Path file, Look found, int uid) {
        if (found.isLink()) {
            return Optional.of(file + " is a link, which somebody could turn: put the file itself there");
        }
        if (!found.isFile()) {
            return Optional.of(file + " is not a file: bring it back from a backup");
        }
        if (found.uid() != uid) {
            return Optional.of(file + " belongs to user " + found.uid() + " and this program runs as user " + uid
                    + ": give it to this user");
        }
        if (found.links() != 1) {
            return Optional.of(file + " has another name somewhere: remove that one");
        }
        if (found.permissions() != READ_AND_WRITE_BY_OWNER) {
            return Optional.of(file + " may be used by others than its owner, so they may know it: run chmod 600 on it,"
                    + " and store the keys anew with new ones if others use this machine");
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return "***";
    }
}
