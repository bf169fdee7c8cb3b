package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.audit.AuditEvent;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client in a box is told when the gate refuses it: that it was the gate, and why. */
class EgressRefusalsTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "http://169.254.169.254/latest/meta-data/, link_local",
        "http://127.0.0.1:8799/api/health, loopback",
        "http://[::1]/, loopback",
        "http://mixed.example.com/, mixed_answer",
        "http://inside.example.com/, private_range",
        "http://localhost/, local_name",
        "http://web.example.com:25/, mail_port"
    })
    void saysWhoRefusedAndWhyAndNamesNoAddressOfItsOwn(String url, String reason) throws Exception {
        try (LaunchHouse house = LaunchHouse.open()) {
            house.name("mixed.example.com", "93.184.216.34", "10.9.8.7").name("inside.example.com", "10.9.8.7");
            Outcome outcome = house.run("curl -sS -i --globoff --noproxy '' '%s'".formatted(url)
                    + "; curl -sS -o /dev/null -D - --globoff --noproxy '' --proxytunnel '%s'".formatted(url));
            String plain = outcome.output().substring(0, outcome.output().indexOf("HTTP/1.1 403", 1));
            assertThat(plain)
                    .startsWith("HTTP/1.1 403 ")
                    .contains("\r\nx-omb-gate: egress\r\n")
                    .contains("(" + reason + ")")
                    .doesNotContain("10.9.8.7");
            assertThat(outcome.output().substring(plain.length()))
                    .contains("\r\nx-omb-gate: egress\r\n")
                    .doesNotContain("10.9.8.7");
            assertThat(house.events.stream().filter(AuditEvent.EgressDecided.class::isInstance))
                    .hasSize(2)
                    .allSatisfy(event -> assertThat(((AuditEvent.EgressDecided) event).reason())
                            .isEqualTo(reason));
        }
    }
}
