package dev.mausbot.home.auth.signed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.Secret;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SigningKeyTest {
    private static final byte[] BODY = "{\"hello\":\"world\"}".getBytes(StandardCharsets.UTF_8);
    private static final String NONCE = "AAAAAAAAAAAAAAAAAAAAAA";
    private static final Canonical REQUEST =
            Canonical.request(1_790_000_000, NONCE, "POST", "/api/cloud/pairing?a=1&b=%20", BODY);

    private final SigningKey key = new SigningKey(new Secret("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ-_"));

    /** Made with OpenSSL and with Python: whoever writes the Admin's side can check theirs against it. */
    @Test
    void signsTheGoldenVectors() {
        assertThat(key.sign(REQUEST)).isEqualTo("v1=0P2Klo2imqhZy1EUg_F61M4UOSzG815-4u6B-dwIrwk");
        assertThat(key.sign(Canonical.report(1_790_000_000, NONCE, "/api/cloud/health", BODY)))
                .isEqualTo("v1=HjxcXFxrcG-mlDbXlmOu1rgwlu4rs0PkHFRqSBeBuIM");
    }

    @Test
    void verifiesNothingButTheOneSpellingOfASignature() {
        String signature = key.sign(REQUEST);
        assertThat(key.verifies(REQUEST, signature)).isTrue();
        for (int at = 0; at < signature.length(); at++) {
            char other = signature.charAt(at) == 'A' ? 'B' : 'A';
            assertThat(key.verifies(REQUEST, signature.substring(0, at) + other + signature.substring(at + 1)))
                    .as("with another character %d", at)
                    .isFalse();
        }
        // 'k' and 'l' at the end decode to the same 32 bytes.
        assertThat(key.verifies(REQUEST, signature.replaceFirst("k$", "l"))).isFalse();
        assertThat(key.verifies(REQUEST, signature + "=")).isFalse();
        assertThat(key.verifies(REQUEST, "")).isFalse();
    }

    @Test
    void showsNothingOfItself() {
        assertThat(key).hasToString("***");
    }
}
