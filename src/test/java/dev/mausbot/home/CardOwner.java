package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The owner of a served home, who waits for cards and answers them. */
record CardOwner(ServeProcess server) {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    JsonNode openCard() {
        return await().atMost(PATIENCE)
                .until(() -> server.get("/api/cards?state=open"), cards -> !cards.isEmpty())
                .path(0);
    }

    void untilOver(String turn, String state) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(server.state(turn)).isEqualTo(state));
    }

    JsonNode answer(JsonNode card, String decision, String text) throws Exception {
        return server.post(
                "/api/cards/" + card.path("id").asText() + "/answer",
                text.isEmpty() ? Map.of("decision", decision) : Map.of("decision", decision, "text", text));
    }

    List<JsonNode> audit(String kind) throws Exception {
        List<JsonNode> events = new ArrayList<>();
        server.get("/api/audit?kind=" + kind).path("events").forEach(events::add);
        return events;
    }

    String events(String turn) throws Exception {
        try (Stream<String> lines = server.events(turn)) {
            return String.join("\n", lines.toList());
        }
    }
}
