package dev.mausbot.home.approval;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "curl -H 'Authorization: Bearer CANARY-CANARY-CANARY' x",
                "curl -H 'x-api-key: CANARY0123456789' x",
                "export OPENAI_API_KEY=CANARY0123456789",
                "{\"password\":\"CANARY0123456789\",\"a\":1}",
                "{\"command\":\"login --token CANARY0123456789\"}",
                "{\"command\":\"echo '{\\\"secret\\\": \\\"CANARY0123456789\\\"}'\"}",
                "git clone https://me:CANARY0123@example.com/x",
                "echo sk-CANARY0123456789abcdef",
                "echo ghp_CANARY0123456789abcdef",
                "echo omb_t0_CANARY0123456789abcdef",
                "echo eyJhbGciOi.CANARYCANARY.CANARYCANARY",
                "-----BEGIN RSA PRIVATE KEY-----\nCANARY\n-----END"
            })
    void takesSecretsOut(String said) {
        assertThat(Redaction.of(said)).contains("[redacted]").doesNotContain("CANARY");
    }

    @ParameterizedTest
    @CsvSource({"touch made", "git commit -m tokenizer", "ls -la /tmp", "https://example.com/a@b"})
    void leavesTheRest(String said) {
        assertThat(Redaction.of(said)).isEqualTo(said);
    }

    @Property
    void isShortAndQuickWhateverComes(@ForAll String said) {
        assertThat(Redaction.of(said.repeat(50)).length()).isLessThanOrEqualTo(501);
    }
}
