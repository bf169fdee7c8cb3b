package dev.mausbot.home.gate.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityTest {
    @Test
    void isThirtyTwoRandomBytes() {
        Capability capability = Capability.mint();
        assertThat(capability.text())
                .matches("omb_cap_[A-Za-z0-9_-]{43}")
                .isNotEqualTo(Capability.mint().text());
    }

    @Test
    void isHeldByItsTextUntilItIsRevoked() {
        Capability capability = Capability.mint();
        assertThat(capability.isHeldBy(capability.text())).isTrue();
        capability.revoke();
        capability.revoke();
        assertThat(capability.isHeldBy(capability.text())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "omb_cap_", "omb_cap_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "\uD800"})
    void isNotHeldByAnythingElse(String other) {
        assertThat(Capability.mint().isHeldBy(other)).isFalse();
    }

    @Test
    void isNotHeldByANeighbourOfItsText() {
        Capability capability = Capability.mint();
        assertThat(capability.isHeldBy(capability.text() + " ")).isFalse();
        assertThat(capability.isHeldBy(capability.text().toLowerCase(java.util.Locale.ROOT)))
                .isFalse();
    }

    @Test
    void doesNotShowItself() {
        assertThat(Capability.mint()).hasToString("omb_cap_***");
    }
}
