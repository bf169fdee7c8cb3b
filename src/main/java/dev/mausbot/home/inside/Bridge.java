package dev.mausbot.home.inside;

import java.io.IOException;
import java.io.PrintStream;
import java.net.UnixDomainSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The program {@code cloud-home bridge PORT=SOCKETPATH... [relay=SOCKETPATH]}: listens on loopback ports of the box and
 * copies every connection to the unix socket of its port, both ways, until it is killed. With a relay it also keeps one
 * connection to that socket waiting, for the server to reach what listens on the box's loopback, see {@link Call}.
 *
 * <p>When all ports listen, one line {@code ready PORT...} with the ports in the order of the arguments (a port 0 is
 * shown as the one the kernel chose) goes to standard output, which is then closed, so that a shell's {@code $(...)}
 * around the bridge returns. From then on the program says nothing but a line on standard error when a socket cannot be
 * reached.
 *
 * <p>The classes behind it use channels and one selector on one thread and nothing that loads more: a box pays for this
 * program at every start.
 */
public final class Bridge {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final String RELAY = "relay=";

    private Bridge() {}

    /**
     * Runs the bridge; does not return while it works.
     *
     * @param arguments what follows {@code bridge} on the command line
     * @param out is told when the bridge is ready, and then closed
     * @return the exit code: 2 if the arguments are wrong, 1 if a port cannot be had
     */
    public static int run(String[] arguments, PrintStream out, PrintStream err) {
        List<Route> routes = new ArrayList<>();
        List<UnixDomainSocketAddress> relays = new ArrayList<>();
        try {
            for (String argument : arguments) {
                if (argument.startsWith(RELAY)) {
                    relays.add(Route.socket(argument, RELAY.length() - 1));
                } else {
                    routes.add(Route.parse(argument));
                }
            }
        } catch (IllegalArgumentException e) {
            err.println("bridge: " + e.getMessage());
            return USAGE;
        }
        if (routes.isEmpty() && relays.isEmpty()) {
            err.println("bridge: nothing to do; usage: bridge PORT=SOCKETPATH... [relay=SOCKETPATH]");
            return USAGE;
        }
        try (Switchboard switchboard = new Switchboard(new Complaints(err))) {
            String ready = listen(switchboard, routes);
            // Dialled before the box's engine starts, so that the first connection is this one.
            relays.forEach(switchboard::relay);
            out.println(ready);
            // The JDK puts /dev/null in the place of descriptor 1 instead of leaving it free, so no socket becomes it.
            out.close();
            switchboard.serve();
        } catch (IOException e) {
            err.println("bridge: " + e.getMessage());
        }
        return FAILED;
    }

    private static String listen(Switchboard switchboard, List<Route> routes) throws IOException {
        StringBuilder ready = new StringBuilder("ready");
        for (Route route : routes) {
            ready.append(' ').append(switchboard.listen(route));
        }
        return ready.toString();
    }
}
