package dev.mausbot.home.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class CallbackAnswerTest {
    private static SignInAnswer.Answered read(String answer) throws IOException {
        return CallbackAnswer.read(new ByteArrayInputStream(answer.getBytes(UTF_8)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "HTTP/1.1 200 OK\\r\\n\\r\\nsigned in, 200, signed in",
                "HTTP/1.0 200\\n\\nsigned in, 200, signed in",
                "HTTP/1.1 302 Found\\r\\nLocation: http://x/\\r\\n\\r\\n, 302, ''",
                "HTTP/1.1 204 No Content\\r\\n\\r\\nnot read, 204, ''",
                "HTTP/1.1 400 \\r\\ncontent-LENGTH:   4  \\r\\n\\r\\nfour more, 400, four",
                "HTTP/1.1 200 OK\\r\\nContent-Length: 400\\r\\n\\r\\nshort, 200, short",
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n4\\r\\nsign\\r\\n5;x=y\\r\\ned in\\r\\n0\\r\\n\\r\\n, 200, signed in",
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n4\\r\\nsign\\r\\nnonsense, 200, sign",
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nffffff\\r\\nsign, 200, sign",
            })
    void readsAnAnswer(String answer, int status, String text) throws IOException {
        String unescaped = answer.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t");
        String expected = text.equals("''") ? "" : text;
        assertThat(read(unescaped)).isEqualTo(new SignInAnswer.Answered(status, expected));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "ok\n",
                "HTTP/1.1 200 OK",
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 200 OK\r\nA: b\r\n",
                "HTTP/1.1 199 Early\r\n\r\n",
                "HTTP/1.1 600 Late\r\n\r\n",
                "HTTP/1.1 2000\r\n\r\n",
                "HTTP/1.1  200\r\n\r\n",
                "HTTP/2 200\r\n\r\n",
                "http/1.1 200\r\n\r\n",
                "HTTP/1.1 ２００\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
                "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
                "HTTP/1.1 200 OK\r\n folded: b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
            })
    void refusesWhatIsNoAnswer(String answer) {
        assertThatExceptionOfType(CallbackAnswer.Malformed.class).isThrownBy(() -> read(answer));
    }

    @Test
    void cutsALongPageAndReadsNoFurther() throws IOException {
        Endless page = new Endless("HTTP/1.1 200 OK\r\n\r\n");
        SignInAnswer.Answered answer = CallbackAnswer.read(page);
        assertThat(answer.text()).isEqualTo("x".repeat(CallbackAnswer.LONGEST_TEXT) + "…");
        assertThat(page.given).isEqualTo(CallbackAnswer.LONGEST);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nA:", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 "})
    void refusesAHeadWithoutEnd(String start) {
        Endless head = new Endless(start);
        assertThatExceptionOfType(CallbackAnswer.Malformed.class).isThrownBy(() -> CallbackAnswer.read(head));
        assertThat(head.given).isLessThanOrEqualTo(CallbackAnswer.LONGEST);
    }

    /** A pattern that backtracks would need years for this line. */
    @Test
    void isNotHeldUpByALineOfSpaces() throws IOException {
        String line = "A:" + " ".repeat(8000) + "\u0085x\r\n";
        assertThat(read("HTTP/1.1 200 OK\r\n" + line.repeat(7) + "\r\n").status())
                .isEqualTo(200);
    }

    @Property
    void readsOrRefusesWhateverComes(@ForAll("answers") String answer) {
        try {
            SignInAnswer.Answered read = read(answer);
            assertThat(read.status()).isBetween(200, 599);
            assertThat(read.text()).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Zl}\\p{Zp}]");
            assertThat(read.text().codePointCount(0, read.text().length()))
                    .isLessThanOrEqualTo(CallbackAnswer.LONGEST_TEXT + 1);
        } catch (IOException refused) {
            assertThat(refused).isInstanceOf(CallbackAnswer.Malformed.class);
        }
    }

    @Provide
    Arbitrary<String> answers() {
        Arbitrary<String> word = Arbitraries.of(
                "HTTP/1.1 200 OK",
                "\r\n",
                "\n",
                "A: b",
                "Content-Length: 3",
                "Transfer-Encoding: chunked",
                "3",
                "abc",
                "0",
                "\u202e",
                "ffffff",
                ":");
        return Arbitraries.oneOf(
                        word.list().ofMaxSize(20).map(words -> String.join("", words)),
                        Arbitraries.strings().ofMaxLength(600))
                .map(rest -> rest.length() % 2 == 0 ? "HTTP/1.1 200 OK\r\n" + rest : rest);
    }

    /** A text, and then x for ever. */
    private static final class Endless extends InputStream {
        private final byte[] start;
        private int given;

        Endless(String start) {
            this.start = start.getBytes(UTF_8);
        }

        @Override
        public int read() {
            return given++ < start.length ? start[given - 1] : 'x';
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            for (int i = 0; i < length; i++) {
                into[offset + i] = (byte) read();
            }
            return length;
        }
    }
}
