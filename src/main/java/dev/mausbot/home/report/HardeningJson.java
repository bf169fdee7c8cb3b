package dev.mausbot.home.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** How hard the machine is, as reports tell it. */
final class HardeningJson {
    private HardeningJson() {}

    /** What was measured, and what the supervisor told of itself: where it is hidden, only a pid is measured of it. */
    static JsonObject of(Hardening measured, Machine machine) {
        JsonArray above = new JsonArray();
        measured.above().forEach(process -> above.add(process(process)));
        JsonObject json = new JsonObject()
                .put("wanted", machine.hardeningWanted())
                .put("missing", new JsonArray(measured.missing()))
                .put("proc", new JsonArray(measured.procOptions()));
        measured.fly()
                .ifPresent(fly -> json.put(
                        "fly", new JsonObject().put("uid", fly.uid()).put("mode", "%04o".formatted(fly.mode()))));
        json.put("server", process(measured.server())).put("above", above);
        machine.supervisor().ifPresent(told -> json.put("supervisor", process(told)));
        return json;
    }

    private static JsonObject process(Hardening.Credentials process) {
        JsonObject json = new JsonObject().put("pid", process.pid()).put("visible", process.visible());
        Hardening.CapabilitySets sets = process.sets();
        return process.visible()
                ? json.put("name", process.name())
                        .put("uid", process.uid())
                        .put("capEffective", mask(sets.effective()))
                        .put("capPermitted", mask(sets.permitted()))
                        .put("capInheritable", mask(sets.inheritable()))
                        .put("capBounding", mask(sets.bounding()))
                        .put("capAmbient", mask(sets.ambient()))
                        .put("noNewPrivileges", process.noNewPrivileges())
                : json;
    }

    private static String mask(long set) {
        return "%016x".formatted(set);
    }
}
