package dev.mausbot.home.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTest {
    @ParameterizedTest
    @CsvSource({
        "3128=/run/omb/egress.sock, 3128, /run/omb/egress.sock",
        "0=/x, 0, /x",
        "65535=/a=b, 65535, /a=b",
        "00080=/x, 80, /x",
    })
    void readsPortAndPath(String argument, int port, String path) {
        Route route = Route.parse(argument);
        assertThat(route.port()).isEqualTo(port);
        assertThat(route.socket().getPath()).hasToString(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "=",
                "80",
                "/x",
                "=/x",
                "80=",
                "80=x",
                "80=./x",
                "65536=/x",
                "99999=/x",
                "000080=/x",
                "-1=/x",
                "+1=/x",
                " 80=/x",
                "80 =/x",
                "0x50=/x",
                "٨٠=/x",
                "4294967376=/x",
                "80:/x"
            })
    void refusesWhatIsNoRoute(String argument) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Route.parse(argument))
                .withMessageContaining("'" + argument + "'");
    }

    @ParameterizedTest
    @CsvSource({"107, true", "108, false"})
    void refusesPathsThatDoNotFitIntoSunPath(int length, boolean fits) {
        String argument = "80=/" + "a".repeat(length - 1);
        if (fits) {
            assertThat(Route.parse(argument).port()).isEqualTo(80);
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> Route.parse(argument));
        }
    }

    @Property
    void readsEveryPort(@ForAll @IntRange(min = 0, max = 65535) int port) {
        assertThat(Route.parse(port + "=/run/x").port()).isEqualTo(port);
    }

    @Property
    void neverFailsOtherwiseThanByRefusing(@ForAll String argument) {
        try {
            assertThat(Route.parse(argument).port()).isBetween(0, 65535);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("'");
        }
    }
}
