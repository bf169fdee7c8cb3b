package dev.mausbot.home.boot;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals texts for the database: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce for each, under a key that only
 * this machine can derive. A sealed text opens at its own place only: it can be moved to no other row, and what decides
 * where it is sent cannot be changed beside it.
 */
public final class Sealer {
    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int SHORTEST = 1 + NONCE_BYTES + TAG_BITS / 8;

    private final SecretKey key;
    private final SecureRandom random = new SecureRandom();

    public Sealer(MachineSecret secret) {
        this.key = secret.key("AES", "cloud-home: sealed rows, version 1");
    }

    /**
     * Where a sealed text belongs.
     *
     * @param table the table
     * @param row the row's id
     * @param purpose what the text is for
     * @param bound what stands open in that row and must not be changed, such as the address that the text is sent to
     */
    public record Place(String table, String row, String purpose, List<String> bound) {
        public Place {
            bound = List.copyOf(bound);
        }

        /** Each part with its length before it, so that no two places read the same. */
        private byte[] bytes() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            try {
                for (String part : List.of(table, row, purpose)) {
                    write(out, part);
                }
                for (String part : bound) {
                    write(out, part);
                }
            } catch (IOException impossible) {
                throw new UncheckedIOException("writing to memory failed", impossible);
            }
            return bytes.toByteArray();
        }

        private static void write(DataOutputStream out, String part) throws IOException {
            byte[] text = part.getBytes(StandardCharsets.UTF_8);
            out.writeInt(text.length);
            out.write(text);
        }
    }

    /** The text sealed: a version, the nonce, then the ciphertext with its tag. Never the same twice. */
    public byte[] seal(Place place, Secret text) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, place, nonce)
                    .doFinal(text.reveal().getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.allocate(1 + NONCE_BYTES + sealed.length)
                    .put(VERSION)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has AES-GCM", impossible);
        }
    }

    /** The text; empty if it was changed, belongs to another place, or was sealed with another machine's secret. */
    public Optional<Secret> open(Place place, byte[] sealed) {
        if (sealed.length < SHORTEST || sealed[0] != VERSION) {
            return Optional.empty();
        }
        byte[] nonce = new byte[NONCE_BYTES];
        ByteBuffer.wrap(sealed, 1, NONCE_BYTES).get(nonce);
        int begin = 1 + NONCE_BYTES;
        try {
            byte[] text = cipher(Cipher.DECRYPT_MODE, place, nonce).doFinal(sealed, begin, sealed.length - begin);
            return Optional.of(new Secret(new String(text, StandardCharsets.UTF_8)));
        } catch (AEADBadTagException forged) {
            return Optional.empty(); // the one answer for all that is wrong: nothing more is known of it
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has AES-GCM", impossible);
        }
    }

    private Cipher cipher(int mode, Place place, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(place.bytes());
        return cipher;
    }
}
