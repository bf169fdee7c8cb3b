package dev.mausbot.home.auth.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.auth.lockout.Lockout;
import dev.mausbot.home.auth.pairing.Pairings.Redeemed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairingsTest {
    private static final String HERE = "127.0.0.1";
    private static final String WRONG = "ACDE-FGHJ-KMNP";
    private static final Redeemed RIGHT = new Redeemed.Right("laptop");

    private final List<AuditEvent> audit = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private final Pairings pairings = new Pairings(audit::add, () -> now);

    private Pairing make() {
        return pairings.make(Pairings.By.ADMIN, "laptop", Pairings.USUAL);
    }

    @Test
    void makesCodesThatNobodyGuessesAndEverybodyReads() {
        assertThat(make().code()).matches("[" + PairingCode.ALPHABET + "]{4}(-[" + PairingCode.ALPHABET + "]{4}){2}");
        assertThat(PairingCode.LENGTH * Math.log(PairingCode.ALPHABET.length()) / Math.log(2))
                .as("bits")
                .isGreaterThanOrEqualTo(55);
        assertThat(PairingCode.ALPHABET).doesNotContainPattern("[BILOSUZ01258]").hasSize(24);
        assertThat(make().credential()).matches("omb_pair_[A-Za-z0-9_-]{43}");
    }

    @Test
    void isUsedUpByEitherSpelling() {
        Pairing byCode = make();
        assertThat(pairings.redeemCode(HERE, byCode.code())).isEqualTo(RIGHT);
        assertThat(pairings.redeemCode(HERE, byCode.code())).isEqualTo(new Redeemed.Wrong());
        assertThat(pairings.redeemCredential(HERE, byCode.credential())).isEqualTo(new Redeemed.Wrong());
        Pairing byCredential = make();
        assertThat(pairings.redeemCredential(HERE, byCredential.credential())).isEqualTo(RIGHT);
        assertThat(pairings.redeemCode(HERE, byCredential.code())).isEqualTo(new Redeemed.Wrong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", " %s ", "%l", "%j", "%j   "})
    void takesACodeAsPeopleTypeIt(String form) {
        String code = make().code();
        String typed = form.replace("%s", code)
                .replace("%l", code.toLowerCase(Locale.ROOT))
                .replace("%j", code.replace("-", ""));
        assertThat(pairings.redeemCode(HERE, typed)).isEqualTo(RIGHT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "%sA", "A%s", "%s\n", "%s\u0000", "%s                                   "})
    void refusesWhatIsNoCode(String form) {
        assertThat(pairings.redeemCode(HERE, form.replace("%s", make().code()))).isEqualTo(new Redeemed.Wrong());
    }

    @Test
    void isWorthNothingWhenItsTimeIsOver() {
        Pairing pairing = make();
        assertThat(pairing.expiresAt()).isEqualTo(now.plusSeconds(300));
        now = pairing.expiresAt();
        assertThat(pairings.redeemCode(HERE, pairing.code())).isEqualTo(new Redeemed.Wrong());
        assertThat(pairings.redeemCredential(HERE, pairing.credential())).isEqualTo(new Redeemed.Wrong());
    }

    @Test
    void waitsNoLongerThanTenMinutes() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofSeconds(601))) {
            assertThatThrownBy(() -> pairings.make(Pairings.By.ADMIN, "laptop", wrong))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void locksOutWhoeverGuesses() {
        Pairing pairing = make();
        for (int each = 0; each < Lockout.FAILURES; each++) {
            assertThat(pairings.redeemCode("guesser", WRONG)).isEqualTo(new Redeemed.Wrong());
        }
        now = now.plusSeconds(100);
        assertThat(pairings.redeemCode("guesser", pairing.code()))
                .as("the right one neither")
                .isEqualTo(new Redeemed.LockedOut(Duration.ofSeconds(200)));
        assertThat(pairings.redeemCredential("guesser", "omb_pair_x"))
                .isEqualTo(new Redeemed.LockedOut(Duration.ofSeconds(200)));
        assertThat(pairings.redeemCode(HERE, pairing.code()))
                .as("another source")
                .isEqualTo(RIGHT);
        assertThat(pairings.redeemCredential("guesser", make().credential()))
                .as("what cannot be guessed")
                .isEqualTo(RIGHT);
        now = now.plusSeconds(200);
        assertThat(pairings.redeemCode("guesser", make().code())).isEqualTo(RIGHT);
        assertThat(audit).containsOnlyOnce(new AuditEvent.PairingLocked("guesser"));
    }

    @Test
    void keepsOnlySoMany() {
        Pairing first = make();
        Pairing second = make();
        for (int each = 2; each <= Pairings.MOST; each++) {
            make();
        }
        assertThat(pairings.redeemCode(HERE, first.code())).isEqualTo(new Redeemed.Wrong());
        assertThat(pairings.redeemCode(HERE, second.code())).isEqualTo(RIGHT);
    }

    @Test
    void saysNothingOfItsSecretsToTheLog() {
        Pairing pairing = make();
        assertThat(audit).containsExactly(new AuditEvent.PairingMade("admin", "laptop", Pairings.USUAL));
        assertThat(audit + pairing.toString()).doesNotContain(pairing.code()).doesNotContain(pairing.credential());
    }
}
