package dev.mausbot.home.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.broker.BoxClient.Response;
import dev.mausbot.home.broker.BrokerFixture.Box;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The numbers that a box meets in use: the other tests are done with smaller ones. */
@Timeout(60)
class BrokerLimitsTest {
    private static final int AT_ONCE = 32;

    private BrokerFixture fixture;

    @BeforeEach
    void start() throws IOException {
        fixture = new BrokerFixture();
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    /** And it is the grant that is full: the same token's other grant is not, nor is another box. */
    @Test
    void worksOnThirtyTwoRequestsOfAGrantAtOnceAndRefusesTheNext() throws IOException {
        List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
        int port = fixture.upstream(held::add);
        String url = "http://127.0.0.1:" + port;
        Broker broker = fixture.broker(BrokerLimits.usual());
        Box box = fixture.box(broker);
        String token = box.grants()
                .issue(List.of(BrokerFixture.anthropic(port), BrokerFixture.provider("openai", url)))
                .text();
        Box other = fixture.box(broker);
        String others =
                other.grants().issue(List.of(BrokerFixture.anthropic(port))).text();
        List<BoxClient> clients = new ArrayList<>();
        try (BoxClient oneTooMany = box.client();
                BoxClient otherGrant = box.client();
                BoxClient otherBox = other.client()) {
            for (int count = 0; count < AT_ONCE; count++) {
                BoxClient client = box.client();
                clients.add(client);
                client.send(BoxClient.request("POST", "/b/" + token + "/anthropic/v1/messages", "{}"));
            }
            await().until(() -> held.size() == AT_ONCE);

            Response refused = oneTooMany.call("GET", "/b/" + token + "/anthropic/v1/models");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.head().header("x-omb-gate")).contains("broker");
            assertThat(refused.head().header("retry-after")).contains("1");
            assertThat(refused.body())
                    .isEqualTo("broker: " + AT_ONCE + " requests are being worked on already: wait for one\n");

            otherGrant.send(BoxClient.request("GET", "/b/" + token + "/openai/models", ""));
            otherBox.send(BoxClient.request("GET", "/b/" + others + "/anthropic/v1/models", ""));
            await().until(() -> held.size() == AT_ONCE + 2);

            held.forEach(request -> request.response().end("done"));
            for (BoxClient client : clients) {
                assertThat(client.read().body()).isEqualTo("done");
            }
            held.clear();
            // What was refused has not been counted, and its connection is still good.
            oneTooMany.send(BoxClient.request("GET", "/b/" + token + "/anthropic/v1/models", ""));
            await().until(() -> held.size() == 1);
            held.getFirst().response().end("done");
            assertThat(oneTooMany.read().body()).isEqualTo("done");
        } finally {
            for (BoxClient client : clients) {
                client.close();
            }
        }
    }
}
