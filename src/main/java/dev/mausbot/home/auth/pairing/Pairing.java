package dev.mausbot.home.auth.pairing;

import java.time.Instant;

/**
 * A way to sign in, once. Code and credential are two spellings of it: who uses one has used up both.
 *
 * @param code for people, {@code ACDE-FGHJ-KMNP}
 * @param credential for programs, {@code omb_pair_…}
 * @param expiresAt from then on neither is worth anything
 */
public record Pairing(String code, String credential, Instant expiresAt) {
    /** Without what signs in. */
    @Override
    public String toString() {
        return "Pairing[until " + expiresAt + "]";
    }
}
