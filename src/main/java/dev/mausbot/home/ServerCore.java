package dev.mausbot.home;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditLog;
import dev.mausbot.home.audit.RefusalTally;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.BootContract.BoxWish;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.Program;
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
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The core as the server has it: with its data folder, its audit log, and the one launcher of all turns. Whether that
 * launcher boxes is decided here, once, by what was really tried and by what the operator said; it is told at start and
 * does not change while the server runs.
 */
final class ServerCore implements AutoCloseable {
    private static final int REMEMBERED = 1000;

    private final RuntimeFolder runtime;
    private final AuditLog log;
    private final Audit audit;
    private final Core core;
    private final Launcher launcher;
    private final String state;

    private ServerCore(RuntimeFolder runtime, AuditLog log, Audit audit, Core core, Choice choice) {
        this.runtime = runtime;
        this.log = log;
        this.audit = audit;
        this.core = core;
        this.launcher = choice.launcher();
        this.state = choice.state();
    }

    /** The launcher, and the sentence about it for the log. */
    private record Choice(Launcher launcher, String state) {}

    static ServerCore start(BootContract contract, Map<String, String> environment, InternalRoutes routes, Asks asks)
            throws IOException {
        RuntimeFolder runtime = switch (RuntimeFolder.open(contract.runtimeFolder(), HostFacts.current())) {
            case Opened.Ready<RuntimeFolder>(RuntimeFolder it) -> it;
            case Opened.Refused<RuntimeFolder>(String reason) -> throw new IOException(reason);
        };
        Surroundings surroundings = new Surroundings(
                contract.dataFolder().toRealPath(),
                runtime.path().toRealPath(),
                contract.home(),
                contract.cloud().isPresent() ? Surroundings.HomeView.REAL : Surroundings.HomeView.PRIVATE,
                Program.current().readOnlyFolders(),
                environment,
                System.getProperty("user.name"));
        AuditLog log = AuditLog.open(contract.dataFolder(), InstantSource.system());
        Audit audit = Audit.all(List.of(log, new RefusalTally(REMEMBERED)));
        Core core = contract.boxWanted()
                ? Core.start(contract, surroundings, routes, asks, audit)
                : Core.withoutBoxes(audit);
        return new ServerCore(runtime, log, audit, core, choose(contract, surroundings, core));
    }

    /**
     * Boxed where boxes work. Where they do not, a machine of a fleet and a person who asked for boxes get none without:
     * only who said {@code OMB_BOT_BOX=0}, or a person who said nothing, runs turns unboxed.
     */
    private static Choice choose(BootContract contract, Surroundings surroundings, Core core) {
        return switch (core.detected()) {
            case BoxDetection.Detected.On on ->
                new Choice(
                        new BoxedRuns(core.boxes().orElseThrow(), surroundings),
                        "bot box: bwrap (" + on.version() + ")");
            case BoxDetection.Detected.Off(String reason)
            when contract.boxWanted() ->
                new Choice(
                        request -> new Launched.Refused("The box is off, so no turn can run: " + reason
                                + ". To run turns without a box, start the server with OMB_BOT_BOX=0."),
                        "bot box: off, turns are refused: " + reason);
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

    /** Where decisions go: the log and the tally. */
    Audit audit() {
        return audit;
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

    /** One line about the box, for whoever started the server. */
    String state() {
        return state;
    }

    @Override
    public void close() throws IOException {
        core.close();
        log.close();
        runtime.close();
    }
}
