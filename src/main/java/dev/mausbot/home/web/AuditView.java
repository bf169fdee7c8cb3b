package dev.mausbot.home.web;

import java.util.List;

/**
 * A page of the audit log.
 *
 * @param kind the one kind of event that is shown; empty for all
 * @param older the time before which there may be more; empty if this is the end
 */
public record AuditView(List<Line> lines, String kind, String older, boolean failing, long lost) {
    public AuditView {
        lines = List.copyOf(lines);
    }

    /** An event; what it says is partly a boxed process's own words. */
    public record Line(Moment at, String kind, String said) {}
}
