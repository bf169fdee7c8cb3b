package dev.mausbot.home.audit;

import java.util.List;

/** Where decisions go. Implementations never block their caller for long and never throw. */
public interface Audit {
    void record(AuditEvent event);

    /** Hands every event to each sink in turn. */
    static Audit all(List<Audit> sinks) {
        List<Audit> all = List.copyOf(sinks);
        return event -> all.forEach(sink -> sink.record(event));
    }
}
