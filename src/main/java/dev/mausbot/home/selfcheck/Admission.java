package dev.mausbot.home.selfcheck;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether boxed turns may run now. It follows what the last self-check measured: no flag can say that a box holds, only
 * that nobody is to wait for it ({@code OMB_BOT_BOX_REQUIRE=0}).
 */
public final class Admission {
    private final Supplier<Optional<String>> refusal;

    private Admission(Supplier<Optional<String>> refusal) {
        this.refusal = refusal;
    }

    /** Turns run whatever was measured: the operator said so, or none is boxed. */
    public static Admission always() {
        return new Admission(Optional::empty);
    }

    /** No turn runs, for this reason: none may run but in a box, and no box can start. */
    public static Admission never(String reason) {
        return new Admission(() -> Optional.of(reason));
    }

    /** Turns run while the last self-check passed. */
    public static Admission by(SelfChecks checks) {
        return new Admission(() -> refusal(checks.last()));
    }

    private static Optional<String> refusal(Optional<SelfCheckResult> last) {
        if (last.isEmpty()) {
            return Optional.of(
                    "This home has not proven yet that its boxes hold, so no turn can run: its self-check has to"
                            + " pass first. The server's log says more.");
        }
        List<CheckResult> failed = last.get().failed();
        if (last.get().passed()) {
            return Optional.empty();
        }
        String first = failed.stream()
                .findFirst()
                .map(one -> one.id() + " (\"" + one.sentence() + "\")")
                .orElse("nothing was checked");
        return Optional.of("This home's self-check failed, so no turn can run: " + first
                + (failed.size() > 1 ? " and " + (failed.size() - 1) + " more" : "")
                + ". The server's log and `cloud-home box-check` say what was seen; turns run again when it passes, or all"
                + " the same with OMB_BOT_BOX_REQUIRE=0.");
    }

    /** Why no boxed turn may run, a sentence for the owner; empty if they may. */
    public Optional<String> refusal() {
        return refusal.get();
    }
}
