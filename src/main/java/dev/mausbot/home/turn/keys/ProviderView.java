package dev.mausbot.home.turn.keys;

import java.util.Optional;

/**
 * A provider as the API shows it: all that may be known of its key.
 *
 * @param id the provider
 * @param keySet whether turns have a key for it
 * @param source where that key comes from
 * @param ends the key's last four characters, if it is so long that they tell nothing
 * @param environmentIgnored whether the server's environment holds a key too, which the stored one beats
 * @param baseUrl where the key is sent; absent for the provider's own address
 * @param baseUrlSource where that address comes from
 * @param brokering how far the key stays out of boxes
 * @param opens whether the stored key can be used; absent if none is stored
 * @param fault why it cannot
 */
public record ProviderView(
        String id,
        boolean keySet,
        Optional<Source> source,
        Optional<String> ends,
        boolean environmentIgnored,
        Optional<String> baseUrl,
        Optional<Source> baseUrlSource,
        ProviderName.Brokering brokering,
        Optional<Boolean> opens,
        Optional<String> fault) {

    /** Where a setting of a provider comes from. */
    public enum Source {
        STORED,
        ENVIRONMENT
    }
}
