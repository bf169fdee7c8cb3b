package dev.mausbot.home.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartTokenTest {
    @Test
    void isLongRandomAndMatchesItselfOnly() {
        StartToken token = StartToken.mint();
        assertThat(token.reveal()).matches("omb_start_[A-Za-z0-9_-]{43}");
        assertThat(token.matches(token.reveal())).isTrue();
        assertThat(token.matches(StartToken.mint().reveal())).isFalse();
        assertThat(token.matches("")).isFalse();
        assertThat(token.matches(token.reveal() + "x")).isFalse();
    }
}
