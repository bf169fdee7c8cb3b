package dev.mausbot.home.inside;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HookTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();

    private int run(String url, InputStream in, String... arguments) {
        return Hook.run(arguments, Map.of("OMB_HARNESS_URL", url), in, new PrintStream(complaints, true));
    }

    private static InputStream event(String text) {
        return new ByteArrayInputStream(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'tool_name':'Bash','tool_use_id':'t1','tool_input':{'command':'ls'},'tool_response':'x'}"
                        + "|{'tool':'Bash','input':'{\\'command\\':\\'ls\\'}'}",
                "{}|{'tool':'','input':''}",
                "nonsense|{'tool':'','input':'(not readable)'}"
            })
    void tellsWhichToolWithWhat(String said, String told) throws IOException {
        Files.writeString(folder.resolve("token"), "omb_cap_x\n");
        List<String> heard = new CopyOnWriteArrayList<>();
        HttpServer home = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        home.createContext("/", exchange -> {
            heard.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        home.start();
        try {
            String url = "http://127.0.0.1:" + home.getAddress().getPort();
            assertThat(run(url, event(said), "PreToolUse", folder.toString())).isZero();
        } finally {
            home.stop(0);
        }
        assertThat(heard)
                .containsExactly("POST /api/internal/hooks/PreToolUse Bearer omb_cap_x " + told.replace('\'', '"'));
        assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void isNotInTheWayOfAToolWhateverHappens() throws IOException {
        assertThat(run("", event("{}"))).isZero();
        assertThat(run("", event("{}"), "../x", folder.toString())).isZero();
        assertThat(run("http://127.0.0.1:1", event("{}"), "Stop", "/nowhere")).isZero();
        Files.writeString(folder.resolve("token"), "omb_cap_x\r\nX-Other: 1");
        assertThat(run("http://127.0.0.1:1", event("{}"), "Stop", folder.toString()))
                .isZero();
        Files.writeString(folder.resolve("token"), "omb_cap_x");
        assertThat(run("nonsense", event("{}"), "Stop", folder.toString())).isZero();
        assertThat(run("http://127.0.0.1:1", event("{}"), "Stop", folder.toString()))
                .isZero();
        assertThat(complaints.toString(StandardCharsets.UTF_8).lines()).hasSize(6);
        assertThat(complaints.toString(StandardCharsets.UTF_8)).doesNotContain("omb_cap_x");
    }

    @Test
    void givesUpOnAHomeThatDoesNotAnswer() throws IOException {
        Files.writeString(folder.resolve("token"), "omb_cap_x");
        long began = System.nanoTime();
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + deaf.getLocalPort();
            assertThat(run(url, event("{}"), "Stop", folder.toString())).isZero();
        }
        assertThat(System.nanoTime() - began).isLessThan(10_000_000_000L);
        assertThat(complaints.toString(StandardCharsets.UTF_8)).contains("hook: the home was not told");
    }
}
