package dev.mausbot.home.launch;

import dev.mausbot.home.box.BoxFolders;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.LaunchPlan.PlannedFile;
import dev.mausbot.home.broker.Grant;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.egress.DomainRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Orders for gated boxes, as far as a test cares. */
final class BoxOrders {
    private BoxOrders() {}

    static BoxOrder of(
            Caller caller,
            BoxFolders folders,
            Map<String, String> environment,
            List<String> command,
            List<PlannedFile> files,
            List<Grant.OfMcpServer> servers) {
        return new BoxOrder(
                caller,
                command,
                environment,
                Map.of(),
                files,
                servers,
                folders,
                BoxOrder.Net.GATED,
                DomainRules.allPublic(),
                false,
                Optional.empty(),
                LaunchPlan.Callback.NONE);
    }
}
