package dev.mausbot.home.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.broker.BoxGrants.Claim;
import dev.mausbot.home.gate.Caller;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrantsTest {
    private static final Grant.OfMcpServer DOCS = server("docs", "https://example.com/mcp", "key");

    private final Grants grants = new Grants(() -> Instant.EPOCH);
    private int boxes;

    private static Grant.OfMcpServer server(String name, String url, String key) {
        return new Grant.OfMcpServer(name, UpstreamUrl.of(url).orElseThrow(), Map.of("Authorization", new Secret(key)));
    }

    private BoxGrants box(String bot, String conversation) {
        boxes++;
        return grants.forBox(new Caller("box-" + boxes, bot, conversation, "turn"));
    }

    private String bound(String bot, String conversation, Grant.OfMcpServer... servers) {
        return grants.mcp().bind(box(bot, conversation), List.of(servers)).text();
    }

    @Test
    void makesTokensOfThirtyTwoBytesUnlikeAnyOther() {
        BrokerToken one = box("b", "c").issue(List.of());
        BrokerToken other = box("b", "c").issue(List.of());

        assertThat(one.text()).matches("omb_t0_[A-Za-z0-9_-]{43}").isNotEqualTo(other.text());
        assertThat(bound("b", "c", DOCS)).matches("omb_t0_[A-Za-z0-9_-]{43}");
        assertThat(BrokerToken.isOne(one.text())).isTrue();
        assertThat(one).hasToString("omb_t0_***");
    }

    @Test
    void opensWithATokenWhatItWasIssuedFor() {
        BoxGrants box = box("b", "c");
        String token = box.issue(List.of(DOCS)).text();

        assertThat(box.claim(token, "mcp-docs")).isEqualTo(new Claim.Held(DOCS));
        assertThat(box.claim(token, "openai")).isEqualTo(new Claim.NotGranted());
        assertThat(box.claim(token + "x", "mcp-docs")).isEqualTo(new Claim.NoToken());
        assertThat(box("b", "c").claim(token, "mcp-docs")).isEqualTo(new Claim.NoToken());
        box.close();
        assertThat(box.claim(token, "mcp-docs")).isEqualTo(new Claim.NoToken());
    }

    @Test
    void keepsAConversationsTokenWhileItsServersAreTheSame() {
        String token = bound("b", "c", DOCS);

        assertThat(bound("b", "c", server("docs", "https://example.com/mcp", "key")))
                .isEqualTo(token);
        assertThat(bound("b", "other", DOCS)).isNotEqualTo(token);
        assertThat(bound("other", "c", DOCS)).isNotEqualTo(token);
        assertThat(bound("b", "c", server("docs", "https://example.com/mcp/", "key")))
                .isNotEqualTo(token);
        assertThat(bound("b", "c", server("docs", "https://example.com/mcp", "other")))
                .isNotEqualTo(token);
        assertThat(bound("b", "c", DOCS, server("more", "https://example.com/", "key")))
                .isNotEqualTo(token);
    }

    @Test
    void opensAKeptTokenOnlyThroughBoxesThatBindIt() {
        BoxGrants first = box("b", "c");
        String token = grants.mcp().bind(first, List.of(DOCS)).text();
        BoxGrants second = box("b", "c");
        assertThat(second.claim(token, "mcp-docs")).isEqualTo(new Claim.NoToken());

        first.close();
        grants.mcp().bind(second, List.of(DOCS));
        assertThat(first.claim(token, "mcp-docs")).isEqualTo(new Claim.NoToken());
        assertThat(second.claim(token, "mcp-docs")).isEqualTo(new Claim.Held(DOCS));
    }

    @Test
    void givesAConversationANewTokenWhenAServerDidNotConnect() {
        String token = bound("b", "c", DOCS);
        String others = bound("b", "other", DOCS);

        grants.mcp().renew("b", "c");

        assertThat(bound("b", "c", DOCS)).isNotEqualTo(token).isEqualTo(bound("b", "c", DOCS));
        assertThat(bound("b", "other", DOCS)).isEqualTo(others);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "ftp://example.com",
                "https://",
                "https:///x",
                "https://user:pass@example.com",
                "https://example.com/#x",
                "https://example.com:0",
                "https://example.com:65536",
                "https://exa mple.com",
                "https://example.com/\r\nx",
                "https://example.com/ä",
                "file:///etc/passwd",
                "http://[::1",
                "//example.com"
            })
    void takesNoOtherUrls(String url) {
        assertThat(UpstreamUrl.of(url)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nb", "a\nb", "a\0b", "ä"})
    void takesNoHeaderThatWouldBecomeTwo(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> server("docs", "https://example.com", value))
                .withMessageNotContaining(value);
    }

    @Test
    void showsNoKeyInText() {
        assertThat(DOCS.toString()).doesNotContain("Secret[").contains("***").doesNotContain("key=");
    }
}
