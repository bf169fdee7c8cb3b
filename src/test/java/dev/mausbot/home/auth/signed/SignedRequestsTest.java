package dev.mausbot.home.auth.signed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mausbot.home.auth.lockout.Lockout;
import dev.mausbot.home.auth.signed.SignedRequests.Incoming;
import dev.mausbot.home.auth.signed.SignedRequests.Verdict;
import dev.mausbot.home.boot.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SignedRequestsTest {
    private static final Instant START = Instant.ofEpochSecond(1_790_000_000);
    private static final SigningKey KEY = new SigningKey(new Secret("k".repeat(43)));
    private static final String TARGET = "/api/cloud/pairing?for=a";

    private Instant now = START;
    private int nonces;
    private final SignedRequests requests = new SignedRequests(KEY, () -> now);

    private String nonce() {
        return "nonce-%016d".formatted(nonces++);
    }

    /** A request and its body. */
    record Sent(Incoming head, String body) {
        Sent by(String source) {
            return new Sent(new Incoming(source, head.method(), head.target(), head.headers()), body);
        }

        Sent with(String method, String target) {
            return new Sent(new Incoming(head.source(), method, target, head.headers()), body);
        }

        Sent header(String changed, List<String> values) {
            return new Sent(
                    new Incoming(
                            head.source(),
                            head.method(),
                            head.target(),
                            name -> name.equals(changed)
                                    ? values
                                    : head.headers().apply(name)),
                    body);
        }
    }

    private static Sent signed(SigningKey key, long seconds, String nonce) {
        String signature =
                key.sign(Canonical.request(seconds, nonce, "POST", TARGET, "body".getBytes(StandardCharsets.UTF_8)));
        Map<String, String> headers = new SignedHeaders(seconds, nonce, signature).asSent();
        return new Sent(
                new Incoming(
                        "203.0.113.1",
                        "POST",
                        TARGET,
                        name -> Stream.ofNullable(headers.get(name)).toList()),
                "body");
    }

    private Sent signed() {
        return signed(KEY, now.getEpochSecond(), nonce());
    }

    private static Sent unsigned(String source) {
        return new Sent(new Incoming(source, "GET", "/", _ -> List.of()), "");
    }

    private Verdict verify(Sent request) {
        return requests.verify(request.head(), request.body().getBytes(StandardCharsets.UTF_8));
    }

    private Optional<Refusal> refusal(Sent request) {
        return verify(request) instanceof Verdict.Refused refused ? Optional.of(refused.why()) : Optional.empty();
    }

    @Test
    void acceptsWhatWasSigned() {
        assertThat(verify(signed())).isEqualTo(new Verdict.Accepted("nonce-%016d".formatted(0)));
    }

    static Stream<Arguments> refusesWhatWasTamperedWith() {
        String signature =
                KEY.sign(Canonical.report(START.getEpochSecond(), "nonce-%016d".formatted(0), TARGET, new byte[0]));
        return Stream.of(
                changed("body", request -> new Sent(request.head(), "Body")),
                changed("method", request -> request.with("PUT", TARGET)),
                changed("path", request -> request.with("POST", "/api/cloud/health?for=a")),
                changed("query", request -> request.with("POST", TARGET + "b")),
                changed("another time", SignedHeaders.TIMESTAMP, "1790000001"),
                changed("another nonce", SignedHeaders.NONCE, "n".repeat(16)),
                changed("a report's signature", SignedHeaders.SIGNATURE, signature),
                changed("no time", SignedHeaders.TIMESTAMP),
                changed("no nonce", SignedHeaders.NONCE),
                changed("no signature", SignedHeaders.SIGNATURE),
                changed("an empty signature", SignedHeaders.SIGNATURE, "v1="),
                changed("two times", SignedHeaders.TIMESTAMP, "1790000000", "1790000000"),
                changed("a time with a zero before it", SignedHeaders.TIMESTAMP, "01790000000"),
                changed("a negative time", SignedHeaders.TIMESTAMP, "-1790000000"),
                changed("a huge time", SignedHeaders.TIMESTAMP, "9".repeat(30)),
                changed("a short nonce", SignedHeaders.NONCE, "n".repeat(15)),
                changed("a long nonce", SignedHeaders.NONCE, "n".repeat(129)),
                changed("a nonce with a line end", SignedHeaders.NONCE, "n".repeat(16) + "\n"));
    }

    private static Arguments changed(String what, String header, String... values) {
        return changed(what, request -> request.header(header, List.of(values)));
    }

    private static Arguments changed(String what, UnaryOperator<Sent> change) {
        return Arguments.of(what, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refusesWhatWasTamperedWith(String what, UnaryOperator<Sent> change) {
        assertThat(refusal(change.apply(signed()))).as(what).contains(Refusal.INVALID_SIGNATURE);
    }

    /** A nonce that is well-formed and signed, but in no form that is accepted. */
    @ParameterizedTest
    @CsvSource({"short", "with spaces in the middle", "with.dots.in.the.middle"})
    void refusesMalformedNoncesAlthoughTheyAreSigned(String nonce) {
        assertThat(refusal(signed(KEY, now.getEpochSecond(), nonce))).contains(Refusal.INVALID_SIGNATURE);
    }

    @Test
    void refusesAnotherKey() {
        SigningKey other = new SigningKey(new Secret("k".repeat(44)));
        assertThat(refusal(signed(other, now.getEpochSecond(), nonce()))).contains(Refusal.INVALID_SIGNATURE);
    }

    @ParameterizedTest(name = "signed {0} s from now")
    @CsvSource({"-301, true", "-300, false", "0, false", "300, false", "301, true"})
    void refusesWhatWasSignedAtAnotherTime(long seconds, boolean stale) {
        now = START.plusSeconds(1000);
        assertThat(refusal(signed(KEY, now.getEpochSecond() + seconds, nonce())))
                .isEqualTo(stale ? Optional.of(Refusal.STALE_REQUEST) : Optional.empty());
    }

    @Test
    void refusesWhatWasSignedBeforeItStarted() {
        assertThat(refusal(signed(KEY, START.getEpochSecond() - 1, nonce()))).contains(Refusal.STALE_REQUEST);
    }

    @Test
    void acceptsANonceOnce() {
        Sent request = signed(KEY, START.getEpochSecond() + 300, nonce());
        assertThat(refusal(request)).isEmpty();
        assertThat(refusal(request)).contains(Refusal.REPLAYED_REQUEST);
        now = START.plusSeconds(600);
        assertThat(refusal(request)).as("in the last moment").contains(Refusal.REPLAYED_REQUEST);
        now = now.plusMillis(1);
        assertThat(refusal(request)).as("after it").contains(Refusal.STALE_REQUEST);
    }

    @Test
    void remembersNoNonceOfAStranger() {
        Sent genuine = signed();
        assertThat(refusal(genuine.header(SignedHeaders.SIGNATURE, List.of("v1=" + "A".repeat(43)))))
                .contains(Refusal.INVALID_SIGNATURE);
        assertThat(refusal(genuine)).isEmpty();
    }

    @Test
    void refusesWhenItCannotRememberAnotherNonce() {
        for (int each = 0; each < SignedRequests.MOST_NONCES; each++) {
            assertThat(refusal(signed())).isEmpty();
        }
        assertThat(refusal(signed())).contains(Refusal.NONCES_EXHAUSTED);
        now = now.plus(Duration.ofMinutes(10)).plusSeconds(1);
        assertThat(refusal(signed())).isEmpty();
    }

    @Test
    void locksOutWhoFailsRepeatedlyButNeverAValidSignature() {
        List<Refusal> refusals = new ArrayList<>();
        for (int each = 0; each < Lockout.FAILURES + 1; each++) {
            refusals.add(refusal(unsigned("203.0.113.1")).orElseThrow());
        }
        assertThat(refusals.subList(0, Lockout.FAILURES)).containsOnly(Refusal.INVALID_SIGNATURE);
        assertThat(refusals.getLast()).isEqualTo(Refusal.RATE_LIMITED);
        assertThat(refusal(unsigned("203.0.113.2"))).as("another source").contains(Refusal.INVALID_SIGNATURE);
        assertThat(refusal(signed().by("203.0.113.1"))).as("a valid signature").isEmpty();

        now = now.plusSeconds(100);
        assertThat(verify(unsigned("203.0.113.1")))
                .isEqualTo(new Verdict.Refused(Refusal.RATE_LIMITED, Optional.of(Duration.ofSeconds(200))));
        now = now.plusSeconds(200);
        assertThat(refusal(unsigned("203.0.113.1"))).contains(Refusal.INVALID_SIGNATURE);
    }

    @Test
    void remembersOnlySoManySources() {
        Lockout lockout = new Lockout();
        for (int each = 0; each < 20_000; each++) {
            lockout.failed("source " + each, START);
        }
        assertThat(lockout.size()).isEqualTo(10_000);
    }

    @Test
    void leavesBoundingTheBodyToItsCaller() {
        byte[] large = new byte[SignedRequests.MOST_BODY_BYTES + 1];
        assertThatThrownBy(() -> requests.verify(unsigned("a").head(), large))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
