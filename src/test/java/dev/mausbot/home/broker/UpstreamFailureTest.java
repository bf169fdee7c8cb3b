package dev.mausbot.home.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UpstreamFailureTest {
    static Stream<Arguments> connecting() {
        return Stream.of(
                Arguments.of(new UnknownHostException("x"), UpstreamFailure.NAME_NOT_FOUND),
                Arguments.of(new SSLHandshakeException("x"), UpstreamFailure.NOT_TRUSTED),
                Arguments.of(new ConnectException("x"), UpstreamFailure.UNREACHABLE),
                Arguments.of(new ConnectTimeoutException("x"), UpstreamFailure.TOO_SLOW),
                Arguments.of(new TimeoutException("x"), UpstreamFailure.TOO_SLOW));
    }

    @ParameterizedTest
    @MethodSource("connecting")
    void tellsWhyNoConnectionWasMade(Throwable failure, UpstreamFailure expected) {
        assertThat(UpstreamFailure.connecting(failure)).isEqualTo(expected);
    }

    @Test
    void tellsWhyNoAnswerCame() {
        assertThat(UpstreamFailure.waiting(new TimeoutException("x"))).isEqualTo(UpstreamFailure.TOO_SLOW);
        assertThat(UpstreamFailure.waiting(new IOException("x"))).isEqualTo(UpstreamFailure.BROKE_OFF);
    }

    @Test
    void neverLooksLikeARefusalOfItsOwnOrOfTheProvider() {
        assertThat(UpstreamFailure.values())
                .allSatisfy(failure -> assertThat(failure.status()).isIn(502, 504));
    }
}
