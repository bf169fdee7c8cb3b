package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRequest;
import dev.mausbot.home.turn.Problems;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One call of a connected app: with the owner's headers, without redirects, its answer taken whole and bounded. It has an HTTP
 * client of its own, so that no connection is ever shared with another caller.
 *
 * @param address where it goes, without a query
 * @param headers what is added
 */
record ConnectorCall(String address, Map<String, String> headers) {
    private static final int MOST_BYTES = 4 << 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration TO_CONNECT = Duration.ofSeconds(10);

    InternalAnswer make(InternalRequest request) {
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TO_CONNECT)
                .build();
        try {
            return answer(client.sendAsync(
                            upstream(request),
                            HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_BYTES))
                    .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (IllegalArgumentException odd) {
            // Only a header of the box's can be at fault: the owner's were checked when they were stored.
            return Problems.forABox(400, "A header of this call cannot be sent on.");
        } catch (TimeoutException late) {
            return Problems.forABox(504, "The app did not answer within " + LIMIT.toSeconds() + " s.");
        } catch (ExecutionException failed) {
            String why = failed.getCause() instanceof IOException broken ? CallFault.of(broken) : "it cannot be called";
            return Problems.forABox(
                    502, "The app could not be reached: " + why + ". (An answer may have 4 MiB at most.)");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Problems.forABox(503, "The server is going down.");
        } finally {
            client.shutdownNow();
        }
    }

    private HttpRequest upstream(InternalRequest request) {
        String query = request.query().isEmpty() ? "" : "?" + request.query();
        HttpRequest.Builder upstream = HttpRequest.newBuilder(URI.create(address + query))
                .method(request.method(), HttpRequest.BodyPublishers.ofByteArray(request.body()));
        PassedHeaders.up(request.headers(), headers.keySet()).forEach(upstream::setHeader);
        headers.forEach(upstream::setHeader);
        return upstream.build();
    }

    private static InternalAnswer answer(HttpResponse<byte[]> response) {
        String type = response.headers().firstValue("content-type").orElse("application/octet-stream");
        return new InternalAnswer(
                response.statusCode(),
                type,
                PassedHeaders.down(response.headers().map()),
                response.body());
    }

    /** Without the headers' values. */
    @Override
    public String toString() {
        return "ConnectorCall[" + address + "]";
    }
}
