package dev.mausbot.home.turn.keys;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.Fields;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A request to store a key, over the one that is stored.
 *
 * @param key the key itself; printable ASCII, as it is sent in a header
 * @param baseUrl where it is sent; the server's setting, else the provider's own address, if it is absent
 */
public record NewKey(String key, Optional<String> baseUrl) {
    private static final Pattern KEY = Pattern.compile("[!-~]{8,512}");

    public NewKey {
        Fields.present("key", key);
        if (!KEY.matcher(key).matches()) {
            throw new BadField("key", "is not 8 to 512 printable ASCII characters without spaces");
        }
        baseUrl = baseUrl.map(text -> ConfiguredUrl.base("baseUrl", text).base());
    }

    Secret secret() {
        return new Secret(key);
    }

    @Override
    public String toString() {
        return "NewKey[***]";
    }
}
