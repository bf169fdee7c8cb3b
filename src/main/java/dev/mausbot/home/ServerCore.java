package dev.mausbot.home;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditLog;
import dev.mausbot.home.audit.Counts;
import dev.mausbot.home.audit.RefusalTally;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.BootContract.BoxWish;
import dev.mausbot.home.boot.Closing;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.RuntimeFolder;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.gate.ask.Asks;
import dev.mausbot.home.gate.harness.InternalRoutes;
import dev.mausbot.home.launch.BoxedRuns;
import dev.mausbot.home.launch.GatedBoxes;
import dev.mausbot.home.launch.Launched;
import dev.mausbot.home.launch.Launcher;
import dev.mausbot.home.launch.Surroundings;
import dev.mausbot.home.launch.UnboxedRuns;
import dev.mausbot.home.relay.SignInRelay;
import dev.mausbot.home.report.Observed;
import dev.mausbot.home.selfcheck.Admission;
import dev.mausbot.home.selfcheck.RepeatedChecks;
import dev.mausbot.home.selfcheck.SelfChecks;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The core as the server has it: with its data folder, its audit log, and the one launcher of all turns. Whether that
 * launcher boxes is decided here, once, by what was really tried and by what the operator said; it is told at start and
 * does not change while the server runs. Whether a boxed turn may run then follows the last self-check.
 */
final class ServerCore implements AutoCloseable {
    private static final int REMEMBERED = 1000;

    private final RuntimeFolder runtime;
    private final AuditLog log;
    private final Audit audit;
    private final Core core;
    private final SelfChecks checks;
    private final Admission admission;
    private final Launcher launcher;
    private final String state;
    private final Observed observed;

    private ServerCore(
            RuntimeFolder runtime,
            AuditLog log,
            Audit audit,
            Core core,
            SelfChecks checks,
            Choice choice,
            Observed observed) {
        this.runtime = runtime;
        this.log = log;
        this.audit = audit;
        this.core = core;
        this.checks = checks;
        this.admission = choice.admission();
        this.launcher = choice.launcher();
        this.state = choice.state();
        this.observed = observed;
    }

    /** The launcher, what it asks before a turn, and the sentence about it for the log. */
    private record Choice(Launcher launcher, Admission admission, String state) {
        /** One that asks nobody. */
        Choice(Launcher launcher, String state) {
            this(launcher, Admission.always(), state);
        }
    }

    static ServerCore start(BootContract contract, Map<String, String> environment, InternalRoutes routes, Asks asks)
            throws IOException {
        RuntimeFolder runtime = switch (RuntimeFolder.open(contract.runtimeFolder(), HostFacts.current())) {
            case Opened.Ready<RuntimeFolder>(RuntimeFolder it) -> it;
            case Opened.Refused<RuntimeFolder>(String reason) -> throw new IOException(reason);
        };
        Surroundings surroundings = Surroundings.here(
                contract.dataFolder().toRealPath(),
                runtime.path().toRealPath(),
                contract.home(),
                contract.cloud().isPresent() ? Surroundings.HomeView.REAL : Surroundings.HomeView.PRIVATE,
                environment);
        AuditLog log = AuditLog.open(contract.dataFolder(), InstantSource.system());
        RefusalTally tally = new RefusalTally(REMEMBERED);
        Counts counts = new Counts();
        Audit audit = Audit.all(List.of(log, tally, counts));
        Core core = contract.boxWanted()
                ? Core.start(contract, surroundings, routes, asks, audit)
                : Core.withoutBoxes(audit);
        Observed observed = new Observed(
                core.detected(),
                () -> core.boxes().map(GatedBoxes::unbrokered).orElseGet(List::of),
                tally,
                counts,
                log);
        SelfChecks checks = checks(core);
        return new ServerCore(
                runtime, log, audit, core, checks, choose(contract, surroundings, core, checks), observed);
    }

    private static SelfChecks checks(Core core) {
        return core.selfCheck()
                .<SelfChecks>map(check ->
                        new RepeatedChecks(() -> check.run().result(), CheckLog::tell, RepeatedChecks.Pauses.usual()))
                .orElseGet(() -> SelfChecks.none("the box is off, so there is nothing to check"));
    }

    /**
     * Boxed where boxes work. Where they do not, a machine of a fleet and a person who asked for boxes get none without:
     * only who said {@code OMB_BOT_BOX=0}, or a person who said nothing, runs turns unboxed.
     */
    private static Choice choose(BootContract contract, Surroundings surroundings, Core core, SelfChecks checks) {
        return switch (core.detected()) {
            case BoxDetection.Detected.On on -> {
                Admission admission = contract.box().selfCheckRequired() ? Admission.by(checks) : Admission.always();
                yield new Choice(
                        new AdmittedRuns(new BoxedRuns(core.boxes().orElseThrow(), surroundings), admission),
                        admission,
                        "bot box: bwrap (" + on.version() + ")"
                                + (contract.box().selfCheckRequired()
                                        ? ""
                                        : ", turns run whatever its self-check finds (OMB_BOT_BOX_REQUIRE=0)"));
            }
            case BoxDetection.Detected.Off off
            when contract.boxWanted() -> {
                String refusal = "The box is off, so no turn can run: " + off.reason()
                        + ". To run turns without a box, start the server with OMB_BOT_BOX=0.";
                yield new Choice(
                        _ -> new Launched.Refused(refusal),
                        Admission.never(refusal),
                        "bot box: off, turns are refused: " + off.reason());
            }
            case BoxDetection.Detected.Off _ ->
                new Choice(
                        new UnboxedRuns(surroundings),
                        contract.box().wish() == BoxWish.OFF
                                ? "bot box: off (OMB_BOT_BOX=0), turns run without a box"
                                : "bot box: off, turns run without a box; start with OMB_BOT_BOX=1 to box them");
        };
    }

    /** The boxes, where turns run in them. */
    Optional<GatedBoxes> boxes() {
        return core.boxes();
    }

    /** The self-checks of its boxes. */
    SelfChecks checks() {
        return checks;
    }

    /** Whether boxed turns may run. */
    Admission admission() {
        return admission;
    }

    /** The log itself, to be read. */
    AuditLog log() {
        return log;
    }

    Launcher launcher() {
        return launcher;
    }

    SignInRelay relay() {
        return core.relay();
    }

    /** What the home's reports are about. */
    Observed observed() {
        return observed;
    }

    /** Where every room's decisions go. */
    Audit audit() {
        return audit;
    }

    /** One line about the box, for whoever started the server. */
    String state() {
        return state;
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> all = new ArrayList<>();
        if (checks instanceof RepeatedChecks repeated) {
            all.add(repeated);
        }
        all.addAll(List.of(core, log, runtime));
        Optional<IOException> left = Closing.inTurn(all);
        if (left.isPresent()) {
            throw left.get();
        }
    }
}
