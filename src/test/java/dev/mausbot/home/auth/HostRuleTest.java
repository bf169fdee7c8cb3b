package dev.mausbot.home.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostRuleTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(nullValues = "-", textBlock = """
                    127.0.0.1:8799, true
                    localhost, true
                    LocalHost:1, true
                    [::1]:8799, true
                    '', false
                    evil.example, false
                    localhost.evil.example, false
                    evil.example:localhost, false
                    127.0.0.1.nip.io, false
                    127.0.0.1:8799:1, false
                    localhost:, false
                    localhost:123456, false
                    user@localhost, false
                    ::1, false
                    127.1, false
                    0.0.0.0, false
                    """)
    void aPersonsMachineAnswersToLoopbackNamesOnly(String host, boolean allowed) {
        assertThat(HostRule.of(Optional.empty()).allows(host)).isEqualTo(allowed);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(textBlock = """
                    home.example.org, true
                    Home.Example.Org, true
                    home.example.org:443, false
                    home.example.org., false
                    localhost, false
                    127.0.0.1, false
                    """)
    void aMachineOfAFleetAnswersToItsPublicNameOnly(String host, boolean allowed) {
        assertThat(HostRule.of(Optional.of("home.example.org")).allows(host)).isEqualTo(allowed);
    }
}
