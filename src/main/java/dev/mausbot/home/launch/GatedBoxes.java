package dev.mausbot.home.launch;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.boot.Closing;
import dev.mausbot.home.box.Box;
import dev.mausbot.home.box.BoxEnd;
import dev.mausbot.home.box.BoxEnvironment;
import dev.mausbot.home.box.BoxPlace;
import dev.mausbot.home.box.BoxSpec;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.box.GatePorts;
import dev.mausbot.home.box.Started;
import dev.mausbot.home.broker.BoxGrants;
import dev.mausbot.home.broker.Grant;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;

/** Opens boxes with their gates and closes both as one, in the order that matters: first the box, then its tokens. */
public final class GatedBoxes {
    private static final String TEST = "test";

    private final Boxes boxes;
    private final Gates gates;
    private final Surroundings surroundings;
    private final Audit audit;
    private final Set<String> raw = new ConcurrentSkipListSet<>();

    public GatedBoxes(Boxes boxes, Gates gates, Surroundings surroundings, Audit audit) {
        this.boxes = boxes;
        this.gates = gates;
        this.surroundings = surroundings;
        this.audit = audit;
    }

    /** What became of an order. */
    public sealed interface Opened {
        /** It runs; whoever got it ends it. */
        record Running(OpenBox box) implements Opened {}

        /** Nothing was started and nothing is left; the reason says what is wrong and what to do about it. */
        record Refused(String reason) implements Opened {}
    }

    /** Opens a box; if any part of it fails, nothing of it is left. */
    public Opened open(BoxOrder order) {
        BoxPlace place;
        try {
            place = boxes.place();
        } catch (IOException full) {
            return new Opened.Refused(
                    "no folder for a box could be made in %s: %s".formatted(surroundings.runtime(), full.getMessage()));
        }
        Caller caller = order.caller().in(place.id());
        if (order.net() != BoxOrder.Net.GATED) {
            return start(order, caller, Belongings.ungated(place), Filling.none());
        }
        BoxGrants grants = gates.grants().forBox(caller);
        return switch (KeySwap.of(order, grants, gates.grants().mcp())) {
            case KeySwap.Refused(String reason) -> {
                grants.close();
                Belongings.ungated(place).close();
                yield new Opened.Refused(reason);
            }
            case KeySwap.Swapped swapped -> openGates(swapped, caller, place, grants);
        };
    }

    /** Opens a way to an MCP server through the broker, without a box; whoever got it closes it. */
    public McpWay way(McpUpstream server) throws IOException {
        Grant.OfMcpServer grant = server.grant();
        BoxPlace place = boxes.place();
        Caller caller = new Caller(place.id(), TEST, TEST, TEST);
        BoxGrants grants = gates.grants().forBox(caller);
        Path socket = Gates.brokerSocket(place);
        try {
            String token = grants.issue(List.of(grant)).text();
            Listening listening = gates.broker().open(socket, caller, grants);
            return new McpWay(socket, "/b/" + token + "/" + grant.id(), grants, listening, place);
        } catch (RuntimeException failed) {
            Closing.inTurn(List.of(grants, place)).ifPresent(failed::addSuppressed);
            throw failed;
        }
    }

    /** From its next turn on, a conversation calls its MCP servers with a new token. */
    public void renewMcp(String bot, String conversation) {
        gates.grants().mcp().renew(bot, conversation);
    }

    private Opened openGates(KeySwap.Swapped swapped, Caller caller, BoxPlace place, BoxGrants grants) {
        BoxOrder order = swapped.order();
        Gates.Open open;
        try {
            open = gates.open(place, caller, order.domains(), grants, order.signIn());
        } catch (RuntimeException failed) {
            grants.close();
            Belongings.ungated(place).close();
            return new Opened.Refused("the box's gates could not be opened: " + failed.getMessage());
        }
        Belongings belongings = Belongings.gated(place, open);
        try {
            if (order.hookTokens().isPresent()) {
                belongings = belongings.with(HookToken.write(order.hookTokens().get(), open.capability()));
            }
        } catch (IOException | RuntimeException failed) {
            belongings.close();
            return new Opened.Refused("the bearer of its hooks could not be written: " + failed.getMessage());
        }
        return start(order, caller, belongings, swapped.filling());
    }

    /** Whatever goes wrong before the box runs, its gates do not stay open without it. */
    private Opened start(BoxOrder order, Caller caller, Belongings belongings, Filling filling) {
        try {
            BoxPlace place = belongings.place();
            BoxEnvironment environment = environment(order, belongings.gates());
            raw.addAll(KeySwap.rawKeys(environment.variables()));
            return switch (boxes.start(spec(order, place, environment), place)) {
                case Started.Refused(String reason) -> {
                    belongings.close();
                    yield new Opened.Refused(reason);
                }
                case Started.Running(Box box) ->
                    new Opened.Running(running(box, caller, environment, belongings, filling));
            };
        } catch (RuntimeException bug) {
            belongings.close();
            throw bug;
        }
    }

    /** The variables with which a real key has gone into a box, because nothing can keep it outside; names only. */
    public List<String> unbrokered() {
        return List.copyOf(raw);
    }

    private OpenBox running(
            Box box, Caller caller, BoxEnvironment environment, Belongings belongings, Filling filling) {
        audit.record(new AuditEvent.BoxStarted(
                caller.box(), caller.bot(), caller.conversation(), caller.turn(), environment.leftOut()));
        CompletableFuture<BoxEnd> over = box.ended().whenComplete((end, failure) -> {
            belongings.close();
            if (end != null) {
                audit.record(new AuditEvent.BoxEnded(caller.box(), caller.bot(), end.exitCode(), end.lasted()));
            }
        });
        // A text that names a grant which the box does not hold goes as it is: it opens nothing.
        return new OpenBox(box, over, text -> filling.fill(text).orElse(text));
    }

    private BoxSpec spec(BoxOrder order, BoxPlace place, BoxEnvironment environment) {
        BoxSpec.Network network = switch (order.net()) {
            case GATED -> new BoxSpec.Network.Gated(place.sockets(), Gates.ports(), Gates.relays(order.signIn()));
            case SHARED -> new BoxSpec.Network.Shared();
            case NONE -> new BoxSpec.Network.None();
        };
        return new BoxSpec(
                place.id(),
                order.folders(),
                network,
                environment.variables(),
                order.files(),
                order.command(),
                BoxSpec.Sizes.standard(),
                order.terminal());
    }

    private BoxEnvironment environment(BoxOrder order, Optional<Gates.Open> open) {
        Map<String, String> plan = new TreeMap<>(order.environment());
        plan.put("OMB_BOT_ID", order.caller().bot());
        plan.put("OMB_CONVERSATION_ID", order.caller().conversation());
        plan.put("OMB_TURN_ID", order.caller().turn());
        open.ifPresent(gate -> {
            plan.put("OMB_HARNESS_URL", "http://127.0.0.1:" + GatePorts.HARNESS);
            plan.put("OMB_HARNESS_TOKEN", gate.capability().text());
            plan.put("OMB_ASK_SOCKET", Gates.askSocketInside().toString());
        });
        BoxEnvironment.Person person = new BoxEnvironment.Person(
                order.folders().home().inside().toString(), surroundings.user(), surroundings.path());
        BoxEnvironment environment = BoxEnvironment.of(person, open.isPresent(), surroundings.environment(), plan);
        return environment.with(order.named());
    }
}
