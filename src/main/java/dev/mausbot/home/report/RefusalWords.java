package dev.mausbot.home.report;

import dev.mausbot.home.audit.RefusalTally;
import dev.mausbot.home.broker.Broker;
import dev.mausbot.home.gate.Reason;
import dev.mausbot.home.gate.harness.HarnessGate;
import java.util.Optional;
import java.util.stream.Stream;

/** Why a gate refused, as it told the box. */
public final class RefusalWords {
    private RefusalWords() {}

    /** One clause without a full stop, for people; the reason's label where there is no such reason any more. */
    public static String clause(RefusalTally.Refusal refusal) {
        Optional<String> sentence = switch (refusal.gate()) {
            case EGRESS ->
                Stream.of(Reason.values())
                        .filter(reason -> reason.label().equals(refusal.reason()))
                        .map(Reason::sentence)
                        .findFirst();
            case HARNESS -> HarnessGate.sentence(refusal.reason());
            case BROKER -> Broker.sentence(refusal.reason());
        };
        return sentence.orElse(refusal.reason());
    }
}
