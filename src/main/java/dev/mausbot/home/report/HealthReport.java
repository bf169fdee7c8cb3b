package dev.mausbot.home.report;

import dev.mausbot.home.turn.TurnFigures;
import dev.mausbot.home.turn.TurnState;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** All that a machine of a fleet tells its Admin about itself. No secret, no bot's name and no word of a bot is in it. */
@Singleton
class HealthReport {
    /** Goes up when a member changes its meaning or goes away; new ones may come at any time. */
    static final int CONTRACT = 1;

    private final Machine machine;
    private final HomeState state;
    private final VitalSigns signs;
    private final BoxReport box;
    private final TurnFigures turns;
    private final Integrity integrity;
    private final InstantSource clock;
    private final Image image;

    @Inject
    HealthReport(
            Machine machine, HomeState state, VitalSigns signs, BoxReport box, TurnFigures turns, Integrity integrity) {
        this.machine = machine;
        this.state = state;
        this.signs = signs;
        this.box = box;
        this.turns = turns;
        this.integrity = integrity;
        this.clock = InstantSource.system();
        this.image = Image.current();
    }

    /** Of a machine of a fleet, now. */
    JsonObject json(Machine.Fleet fleet) {
        Hardening hardening = VitalSigns.hardening();
        Vitals vitals = signs.take(hardening);
        JsonArray problems = new JsonArray();
        for (Vitals.Trouble trouble : vitals.troubles()) {
            problems.add(new JsonObject().put("id", trouble.id()).put("sentence", trouble.sentence()));
        }
        return new JsonObject()
                .put("contract", CONTRACT)
                .put("machineId", fleet.machineId())
                .put("role", fleet.role())
                .put("healthy", problems.isEmpty())
                .put("problems", problems)
                .put("state", state.now().word())
                .put("image", image())
                .put("startedAt", machine.started().toString())
                .put("now", clock.instant().toString())
                .put("box", box.json())
                .put("hardening", HardeningJson.of(hardening, machine))
                .put("storage", storage(vitals))
                .put("turns", turns());
    }

    private JsonObject image() {
        return new JsonObject()
                .put("version", image.version())
                .put("commit", image.commit())
                .put("kind", image.executable() ? "native" : "jvm");
    }

    private JsonObject storage(Vitals vitals) {
        JsonObject storage =
                new JsonObject().put("freeBytes", vitals.freeBytes()).put("databaseBytes", databaseBytes());
        Optional<Integrity.Check> check = integrity.last();
        check.ifPresent(last -> storage.put(
                "integrity",
                new JsonObject()
                        .put("checkedAt", last.at().toString())
                        .put("whole", last.found().isEmpty())));
        return storage;
    }

    private long databaseBytes() {
        return bytes("messages.db") + bytes("messages.db-wal");
    }

    private long bytes(String name) {
        Path file = machine.dataFolder().resolve(name);
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be looked at", e);
        }
    }

    private JsonObject turns() {
        return new JsonObject()
                .put("running", turns.running())
                .put("queued", turns.queued())
                .put("finished", turns.ended(TurnState.FINISHED))
                .put("failed", turns.ended(TurnState.FAILED))
                .put("interrupted", turns.ended(TurnState.INTERRUPTED))
                .put("refused", turns.ended(TurnState.REFUSED));
    }

    /** When a report is signed. */
    Instant now() {
        return clock.instant();
    }
}
