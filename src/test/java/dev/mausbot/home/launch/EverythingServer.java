package dev.mausbot.home.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * The reference MCP server ({@code @modelcontextprotocol/server-everything}) over streamable HTTP, in a process of its own
 * on the host's loopback. {@code OMB_TEST_MCP_EVERYTHING} names its program.
 */
public final class EverythingServer implements AutoCloseable {
    private static final String VARIABLE = "OMB_TEST_MCP_EVERYTHING";
    private static final String LISTENS = "listens on ";

    /** It would listen on every address of the machine, and say only the port that it was given. */
    private static final String ON_LOOPBACK = "data:text/javascript,import net from 'node:net';"
            + "const listen = net.Server.prototype.listen;"
            + "net.Server.prototype.listen = function (port, ...rest) {"
            + "  this.once('listening', () => console.log('" + LISTENS + "' + this.address().port));"
            + "  return listen.call(this, port, '127.0.0.1', ...rest);"
            + "};";

    private final Process process;
    private final int port;

    private EverythingServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one and waits until it listens; ends the test as skipped where there is none. */
    public static EverythingServer start() throws IOException {
        String program = System.getenv().getOrDefault(VARIABLE, "");
        if (program.isBlank()) {
            String skipped = "SKIPPED: the reference MCP server was not tried, because " + VARIABLE
                    + " does not name it: use ./home test";
            System.out.println(skipped);
            Assumptions.abort(skipped);
        }
        ProcessBuilder builder = new ProcessBuilder("node", "--import", ON_LOOPBACK, program, "streamableHttp")
                .redirectErrorStream(true);
        builder.environment().put("PORT", "0");
        Process process = builder.start();
        BufferedReader output = process.inputReader();
        List<String> said = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            if (line.startsWith(LISTENS)) {
                Thread.ofVirtual().start(() -> output.lines().forEach(said::add));
                return new EverythingServer(process, Integer.parseInt(line.substring(LISTENS.length())));
            }
        }
        throw new AssertionError("it ended before it listened: " + said);
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + port + "/mcp");
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
