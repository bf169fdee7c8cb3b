package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Reason;
import dev.mausbot.home.gate.Verdict;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Decides where one box may connect to. Every kind of request comes through here: CONNECT, absolute URLs and upgrades,
 * the first on a connection and each one after it.
 *
 * <p>A name is looked up once, every address of the answer must pass, and what passed is what is dialled: there is no
 * second lookup that could answer differently.
 */
final class Decider {
    private static final Set<Integer> MAIL_PORTS = Set.of(25, 465, 587);
    private static final int MOST_ADDRESSES = 64;

    private final AddressPolicy policy;
    private final Resolver resolver;
    private final Set<HostName> homeAndAdmin;
    private final LocalNames localNames;
    private final DomainRules rules;
    private final EgressLimits limits;

    Decider(
            AddressPolicy policy,
            Resolver resolver,
            Set<HostName> homeAndAdmin,
            LocalNames localNames,
            DomainRules rules,
            EgressLimits limits) {
        this.policy = policy;
        this.resolver = resolver;
        this.homeAndAdmin = Set.copyOf(homeAndAdmin);
        this.localNames = localNames;
        this.rules = rules;
        this.limits = limits;
    }

    /** Decides about a destination that a connection must be made to. The stage may complete on any thread. */
    CompletionStage<Decision> decide(Destination destination) {
        Optional<Reason> refused = refuseByName(destination);
        if (refused.isPresent()) {
            return CompletableFuture.completedStage(Decision.refused(refused.get()));
        }
        return switch (destination.host()) {
            case HostName.Literal(InetAddress address) ->
                CompletableFuture.completedStage(judgeAll(destination, List.of(address)));
            case HostName.Name(String name) -> lookUp(name).thenApply(answer -> judge(destination, answer));
        };
    }

    /**
     * Decides about a further request to a destination whose connection is still open. The address in use is judged
     * again; a lookup would be about some other connection.
     */
    Decision decideAgain(Destination destination, InetAddress connected) {
        return refuseByName(destination)
                .map(Decision::refused)
                .orElseGet(() -> judgeAll(destination, List.of(connected)));
    }

    private Optional<Reason> refuseByName(Destination destination) {
        if (MAIL_PORTS.contains(destination.port())) {
            return Optional.of(Reason.MAIL_PORT);
        }
        if (homeAndAdmin.contains(destination.host())) {
            return Optional.of(Reason.HOME_OR_ADMIN);
        }
        if (destination.host() instanceof HostName.Name(String name) && localNames.contains(name)) {
            return Optional.of(Reason.LOCAL_NAME);
        }
        return offList(destination, DomainRules.Mode.ENFORCED) ? Optional.of(Reason.NOT_LISTED) : Optional.empty();
    }

    private boolean offList(Destination destination, DomainRules.Mode mode) {
        return rules instanceof DomainRules.Listed listed
                && listed.mode() == mode
                && !(destination.host() instanceof HostName.Name(String name) && listed.matches(name));
    }

    private CompletionStage<Resolver.Answer> lookUp(String name) {
        return resolver.resolve(name)
                .toCompletableFuture()
                .copy()
                .completeOnTimeout(
                        new Resolver.Answer.Failed(Reason.LOOKUP_TIMEOUT),
                        limits.lookup().toMillis(),
                        TimeUnit.MILLISECONDS)
                .exceptionally(broken -> new Resolver.Answer.Failed(Reason.LOOKUP_FAILED));
    }

    private Decision judge(Destination destination, Resolver.Answer answer) {
        return switch (answer) {
            case Resolver.Answer.Failed(Reason reason) -> Decision.refused(reason);
            case Resolver.Answer.Found(List<InetAddress> none)
            when none.isEmpty() -> Decision.refused(Reason.NAME_NOT_FOUND);
            case Resolver.Answer.Found(List<InetAddress> many)
            when many.size() > MOST_ADDRESSES -> Decision.refused(Reason.TOO_MANY_ADDRESSES);
            case Resolver.Answer.Found(List<InetAddress> addresses) -> judgeAll(destination, addresses);
        };
    }

    private Decision judgeAll(Destination destination, List<InetAddress> addresses) {
        List<Verdict> verdicts = addresses.stream()
                .map(address -> policy.judge(address, destination.port()))
                .toList();
        List<Reason> reasons = verdicts.stream()
                .filter(Verdict.Refused.class::isInstance)
                .map(verdict -> ((Verdict.Refused) verdict).reason())
                .toList();
        if (!reasons.isEmpty()) {
            return Decision.refused(reasons.size() < addresses.size() ? Reason.MIXED_ANSWER : reasons.getFirst());
        }
        boolean reported = offList(destination, DomainRules.Mode.REPORT_ONLY);
        return new Decision.Allowed(
                addresses,
                reported ? Reason.NOT_LISTED.label() : ground(verdicts).label());
    }

    /** The operator's, if any of the addresses is reached on the operator's word only. */
    private static Verdict.Ground ground(List<Verdict> verdicts) {
        return verdicts.contains(Verdict.allowed(Verdict.Ground.OPERATOR_RANGE))
                ? Verdict.Ground.OPERATOR_RANGE
                : Verdict.Ground.PUBLIC;
    }
}
