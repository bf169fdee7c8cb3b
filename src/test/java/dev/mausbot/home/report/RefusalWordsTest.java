package dev.mausbot.home.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.audit.RefusalTally;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalWordsTest {
    @ParameterizedTest
    @CsvSource({
        "EGRESS, loopback, the address is this machine's loopback",
        "HARNESS, not_internal, from a box only /api/internal/ can be reached",
        "HARNESS, too_many, 32 requests of this box are being worked on already: wait for one",
        "BROKER, not_granted, this turn has no key for that: the home's owner must store one",
        "BROKER, closed, the turn is over",
        "BROKER, of another version, of another version",
    })
    void saysWhatTheBoxWasTold(RefusalTally.Gate gate, String reason, String words) {
        assertThat(RefusalWords.clause(new RefusalTally.Refusal("box", gate, "x", reason, 1)))
                .isEqualTo(words);
    }
}
