package dev.mausbot.home.report;

import dev.mausbot.home.audit.AuditLog;
import dev.mausbot.home.audit.Counts;
import dev.mausbot.home.audit.RefusalTally;
import dev.mausbot.home.box.BoxDetection;
import java.util.List;
import java.util.function.Supplier;

/**
 * What of the core the reports are about.
 *
 * @param box whether boxes work here, as it was tried at the start
 * @param unbrokered the variables with which a real key has gone into a box
 * @param refused what the gates have refused
 * @param counts boxes, and refusals by reason
 * @param log where decisions are written
 */
public record Observed(
        BoxDetection.Detected box,
        Supplier<List<String>> unbrokered,
        RefusalTally refused,
        Counts counts,
        AuditLog log) {}
