package dev.mausbot.home.gate.egress;

import dev.mausbot.home.boot.IpLiteral;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A gate on a TCP port for measuring: {@code BenchGate LISTEN UPSTREAM}. The name {@code bench.example.com} leads, by way
 * of a public address and so of the whole decision, to the server on loopback's port UPSTREAM. Runs until it is killed.
 */
final class BenchGate {
    private BenchGate() {}

    public static void main(String[] arguments) throws InterruptedException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        InetSocketAddress listen = new InetSocketAddress(loopback, Integer.parseInt(arguments[0]));
        InetSocketAddress upstream = new InetSocketAddress(loopback, Integer.parseInt(arguments[1]));
        InetAddress publicAddress = IpLiteral.parse("93.184.216.34").orElseThrow();
        try (CoreVertx core = CoreVertx.start()) {
            EgressGate gate = new EgressGate(
                    core.vertx(),
                    new AddressPolicy(List.of(), List.of()),
                    name -> CompletableFuture.completedFuture(new Resolver.Answer.Found(List.of(publicAddress))),
                    checked -> upstream,
                    Set.of(),
                    event -> {},
                    EgressLimits.defaults());
            try (EgressSocket socket =
                    gate.openForBench(listen, new Caller("b", "b", "b", "b"), DomainRules.allPublic())) {
                System.out.println("listening on " + socket.address());
                Thread.currentThread().join();
            }
        }
    }
}
