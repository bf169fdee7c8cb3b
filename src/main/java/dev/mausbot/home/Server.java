package dev.mausbot.home;

import dev.mausbot.home.auth.HostRule;
import dev.mausbot.home.auth.pairing.Pairing;
import dev.mausbot.home.auth.pairing.PairingLink;
import dev.mausbot.home.auth.pairing.PairingSocket;
import dev.mausbot.home.auth.pairing.Pairings;
import dev.mausbot.home.boot.Opened;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.vertx.http.HttpServer;
import java.io.IOException;
import java.time.Duration;

/** The server once it listens: says where, and how to sign in. */
final class Server implements QuarkusApplication {
    private final HttpServer http;
    private final HostRule hosts;
    private final Pairings pairings;
    private final ServerCore core;
    private final ServeConfig config;

    Server(HttpServer http, HostRule hosts, Pairings pairings, ServerCore core, ServeConfig config) {
        this.http = http;
        this.hosts = hosts;
        this.pairings = pairings;
        this.core = core;
        this.config = config;
    }

    @Override
    public int run(String... arguments) throws IOException {
        System.out.println("cloud home: " + core.state());
        Opened<PairingSocket> opened = PairingSocket.open(
                config.dataFolder(),
                () -> link(Pairings.By.MACHINE, "cloud-home pair", Pairings.USUAL)
                        .line());
        switch (opened) {
            case Opened.Refused<PairingSocket>(String reason) -> {
                System.out.println("cloud home: `cloud-home pair` does not work here: " + reason);
                sayHowToSignIn();
                Quarkus.waitForExit();
            }
            case Opened.Ready<PairingSocket>(PairingSocket socket) -> {
                try (socket) {
                    sayHowToSignIn();
                    Quarkus.waitForExit();
                }
            }
        }
        return 0;
    }

    /** The one place that shows a code; it goes to whoever started the server, past the log. */
    private void sayHowToSignIn() {
        if (hosts.publicAuthority().isPresent()) {
            // What a fleet's machine prints is kept in logs that others read.
            System.out.println("cloud home: serves " + origin() + "; to sign in, pair it from its Admin, or run"
                    + " `cloud-home pair` on this machine");
        } else {
            System.out.println("cloud home: open "
                    + link(Pairings.By.START, "the link of the start", Pairings.LONGEST)
                            .address());
            System.out.println("cloud home: this link signs in once, within " + Pairings.LONGEST.toMinutes()
                    + " minutes; `cloud-home pair` makes another");
        }
    }

    private PairingLink link(Pairings.By by, String label, Duration lives) {
        Pairing pairing = pairings.make(by, label, lives);
        return new PairingLink(origin(), pairing.code(), pairing.expiresAt());
    }

    /** Without a public address only the loopback's names are answered, wherever else the server may listen. */
    private String origin() {
        return hosts.publicAuthority()
                .map(authority -> "https://" + authority)
                .orElseGet(() ->
                        "http://" + (config.listensOn().equals("::1") ? "[::1]" : "127.0.0.1") + ":" + http.getPort());
    }
}
