package dev.mausbot.home.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceAddressTest {
    private static final SourceAddress ON_FLY = SourceAddress.of(Map.of("FLY_MACHINE_ID", "1"));
    private static final SourceAddress ELSEWHERE = SourceAddress.of(Map.of());

    @Test
    void believesTheHeaderOnFlyOnly() {
        assertThat(ON_FLY.of(List.of("203.0.113.9"), "172.16.0.1")).isEqualTo("203.0.113.9");
        assertThat(ELSEWHERE.of(List.of("203.0.113.9"), "198.51.100.1")).isEqualTo("198.51.100.1");
    }

    @ParameterizedTest
    @CsvSource({"nonsense", "'203.0.113.9, 203.0.113.10'", "''"})
    void takesTheConnectionWhereTheHeaderIsNoAddress(String header) {
        assertThat(ON_FLY.of(List.of(header), "172.16.0.1")).isEqualTo("172.16.0.1");
        assertThat(ON_FLY.of(List.of("203.0.113.9", "203.0.113.10"), "172.16.0.1"))
                .isEqualTo("172.16.0.1");
    }

    @Test
    void countsAnIpv6SubscriberAsOne() {
        assertThat(ON_FLY.of(List.of("2001:db8:1:2:3:4:5:6"), "172.16.0.1"))
                .isEqualTo(ON_FLY.of(List.of("2001:db8:1:2:ffff::1"), "172.16.0.1"))
                .endsWith("/64");
    }
}
