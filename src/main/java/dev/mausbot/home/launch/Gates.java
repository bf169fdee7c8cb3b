package dev.mausbot.home.launch;

import dev.mausbot.home.box.BoxPlace;
import dev.mausbot.home.box.BoxSpec.GatePort;
import dev.mausbot.home.box.GatePorts;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.gate.egress.DomainRules;
import dev.mausbot.home.gate.egress.EgressGate;
import dev.mausbot.home.gate.harness.Capability;
import dev.mausbot.home.gate.harness.HarnessGate;
import dev.mausbot.home.relay.SignInRelay;
import java.util.ArrayList;
import java.util.List;

/**
 * The gates of this server, opened anew for every box.
 *
 * @param egress the way to the public internet
 * @param harness the way to the server's internal routes
 * @param relay the way in for a sign-in's callback, for boxes that want one
 */
public record Gates(EgressGate egress, HarnessGate harness, SignInRelay relay) {
    private static final String EGRESS = "egress.sock";
    private static final String HARNESS = "harness.sock";
    private static final String RELAY = "relay.sock";

    /** Which port of the box leads to which of its sockets. */
    static List<GatePort> ports() {
        return List.of(new GatePort(GatePorts.EGRESS, EGRESS), new GatePort(GatePorts.HARNESS, HARNESS));
    }

    /** Which of its sockets the box dials and waits on. */
    static List<String> relays(LaunchPlan.Callback signIn) {
        return signIn == LaunchPlan.Callback.LOOPBACK ? List.of(RELAY) : List.of();
    }

    /** Opens one box's set; all or none. */
    Open open(BoxPlace place, Caller caller, DomainRules domains, LaunchPlan.Callback signIn) {
        List<Listening> sockets = new ArrayList<>();
        Capability capability = Capability.mint();
        try {
            sockets.add(egress.open(place.sockets().resolve(EGRESS), caller, domains));
            sockets.add(harness.open(place.sockets().resolve(HARNESS), caller, capability));
            for (String socket : relays(signIn)) {
                sockets.add(relay.open(place.sockets().resolve(socket), caller));
            }
            return new Open(sockets, capability);
        } catch (RuntimeException failed) {
            sockets.forEach(Listening::close);
            throw failed;
        }
    }

    /**
     * One box's open gates.
     *
     * @param sockets the listeners
     * @param capability what the box calls the harness with
     */
    record Open(List<Listening> sockets, Capability capability) implements AutoCloseable {
        /** Revokes the box's tokens and ends every connection. */
        @Override
        public void close() {
            capability.revoke();
            sockets.forEach(Listening::close);
        }
    }
}
