package dev.mausbot.home.broker;

import dev.mausbot.home.boot.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The tokens for conversations' MCP servers. A conversation keeps its token while its server list is the same, so that
 * what an engine remembers of a server stays valid; every box of a later turn binds it anew, for 24 hours at most, and
 * unbound it opens nothing.
 *
 * <p>No token is stored: it is the HMAC-SHA-256 of conversation and list under a key of this process.
 */
public final class McpGrants {
    private static final String HMAC = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    /** A conversation that is forgotten among so many gets its first token again, which is bound to nothing by then. */
    private static final int REMEMBERED = 10_000;

    private final SecretKeySpec key;
    private final Map<Conversation, Integer> renewals = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Conversation, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Conversation(String bot, String id) {}

    McpGrants() {
        byte[] random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, HMAC);
    }

    /**
     * Lets a box use these servers.
     *
     * @return the conversation's token for them
     */
    public BrokerToken bind(BoxGrants box, List<Grant.OfMcpServer> servers) {
        Conversation conversation =
                new Conversation(box.caller().bot(), box.caller().conversation());
        BrokerToken token = token(conversation, servers);
        box.bind(token, servers);
        return token;
    }

    /** Gives a conversation a new token from its next turn on: a server did not connect, so its engine is to try anew. */
    public synchronized void renew(String bot, String conversation) {
        renewals.merge(new Conversation(bot, conversation), 1, Integer::sum);
    }

    private synchronized int renewed(Conversation conversation) {
        return renewals.getOrDefault(conversation, 0);
    }

    private BrokerToken token(Conversation conversation, List<Grant.OfMcpServer> servers) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            add(mac, conversation.bot());
            add(mac, conversation.id());
            add(mac, Integer.toString(renewed(conversation)));
            for (Grant.OfMcpServer server : servers) {
                add(mac, server);
            }
            return BrokerToken.of(mac.doFinal());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has " + HMAC, impossible);
        }
    }

    private static void add(Mac mac, Grant.OfMcpServer server) {
        add(mac, server.name());
        add(mac, server.upstream().toString());
        Map<String, Secret> headers = new TreeMap<>(server.headers());
        add(mac, Integer.toString(headers.size()));
        headers.forEach((name, value) -> {
            add(mac, name);
            add(mac, value.reveal());
        });
    }

    /** With its length before it, so that no two lists of texts give the same bytes. */
    private static void add(Mac mac, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        mac.update(bytes);
    }
}
