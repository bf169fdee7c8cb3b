package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.launch.McpUpstream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls an upstream from this machine, with the owner's headers, which no redirect can carry elsewhere. */
final class DirectCaller implements HttpCaller {
    private static final Duration TO_CONNECT = Duration.ofSeconds(4);

    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            // Over plain HTTP the other version would be asked for with an upgrade, which confuses servers.
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .build();

    private final URI address;
    private final Map<String, Secret> headers;

    private DirectCaller(URI address, Map<String, Secret> headers) {
        this.address = address;
        this.headers = headers;
    }

    static DirectCaller to(McpUpstream server) {
        return new DirectCaller(server.address(), server.headers());
    }

    @Override
    public Reply send(String method, Map<String, String> own, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address).method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        own.forEach(request::setHeader);
        headers.forEach((name, value) -> request.setHeader(name, value.reveal()));
        HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        return new Reply(response.statusCode(), firsts(response.headers().map()), response.body());
    }

    private static Map<String, String> firsts(Map<String, List<String>> all) {
        Map<String, String> firsts = new HashMap<>();
        all.forEach((name, values) -> firsts.put(name, values.getFirst()));
        return firsts;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
