package dev.mausbot.home.turn;

import dev.mausbot.home.gate.egress.DomainRules;
import java.time.Instant;
import java.util.Optional;

/**
 * A bot of the owner's.
 *
 * @param ordinal grows with every bot of the home; a page is asked for by the last one seen
 * @param engine the id of the engine that drives it
 * @param place where it works
 * @param model the model that the engine is told to use; empty for the engine's own default
 * @param domains the hosts it may reach; empty for every public one
 * @param approvals whether it asks before it acts
 */
public record Bot(
        String id,
        long ordinal,
        String name,
        String engine,
        Place place,
        Optional<String> model,
        Optional<Domains> domains,
        Approvals approvals,
        Instant createdAt) {

    /** The rules that its gate is given. */
    DomainRules rules() {
        return domains.<DomainRules>map(list -> new DomainRules.Listed(list.patterns(), list.mode()))
                .orElseGet(DomainRules::allPublic);
    }
}
