package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private static final Map<String, String> PIPED = Map.of("HOME", "/home/ada", "OMB_SECRETS", "stdin");

    @Test
    void mergesWhatComesOverTheInputAndClosesIt() throws IOException {
        AtomicBoolean closed = new AtomicBoolean();
        var input = new ByteArrayInputStream(Secrets.document(Map.of("OPENAI_API_KEY", "k", "HOME", "/piped"))) {
            @Override
            public void close() {
                closed.set(true);
            }
        };

        assertThat(Secrets.merge(PIPED, input))
                .isEqualTo(new Opened.Ready<>(Map.of("HOME", "/piped", "OPENAI_API_KEY", "k")));
        assertThat(closed).isTrue();
    }

    @Test
    void touchesNoInputUnlessTheEnvironmentSaysSo() throws IOException {
        var input = new ByteArrayInputStream(Secrets.document(Map.of("OPENAI_API_KEY", "k")));

        assertThat(Secrets.merge(Map.of("HOME", "/home/ada"), input))
                .isEqualTo(new Opened.Ready<>(Map.of("HOME", "/home/ada")));
        assertThat(input.available()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "hunter2",
                "{\"A\":\"hunter2\"",
                "{\"A\":\"hunter2\"} {}",
                "{\"A\":\"hunter2\",}",
                "{\"A\":\"x\",\"A\":\"hunter2\"}",
                "{\"A\":{\"B\":\"hunter2\"}}",
                "{\"A\":null}",
                "{\"A\":1}",
                "[\"hunter2\"]",
                "{\"A\":\"\\x\"}",
                "{\"A\":\"\\u12g4\"}",
                "{\"A\":\"hunter\n2\"}",
                "{A:\"hunter2\"}",
            })
    void refusesAnythingElseThanOneObjectOfTextsAndRepeatsNothingOfIt(String document) throws IOException {
        assertThat(refusal(document)).contains("OMB_SECRETS").doesNotContain("hunter");
    }

    @Test
    void refusesADocumentWithoutEnd() throws IOException {
        assertThat(refusal("{\"A\":\"" + "x".repeat(Secrets.LONGEST) + "\"}")).contains("OMB_SECRETS");
    }

    @Test
    void knowsNoOtherWayThanStandardInput() throws IOException {
        assertThat(Secrets.merge(Map.of("OMB_SECRETS", "/a/file"), new ByteArrayInputStream(new byte[0])))
                .isInstanceOfSatisfying(
                        Opened.Refused.class,
                        refused -> assertThat(refused.reason()).contains("OMB_SECRETS", "stdin"));
    }

    @Test
    void readsWhatOthersWrite() {
        assertThat(FlatJson.read(" { \"A\" : \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9é\" , \"B\":\"\" }\n"))
                .contains(Map.of("A", "\"\\/\b\f\n\r\téé", "B", ""));
        assertThat(FlatJson.read("{}")).contains(Map.of());
    }

    @Property(tries = 500)
    void bringsEveryTextAcross(@ForAll Map<String, String> secrets) {
        byte[] document = Secrets.document(secrets);

        assertThat(FlatJson.read(new String(document, StandardCharsets.US_ASCII)))
                .contains(secrets);
    }

    private static String refusal(String document) throws IOException {
        var input = new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8));
        return switch (Secrets.merge(PIPED, input)) {
            case Opened.Refused<Map<String, String>>(String reason) -> reason;
            case Opened.Ready<Map<String, String>> ready -> throw new AssertionError("it was taken: " + ready);
        };
    }
}
