package dev.mausbot.home.web;

import dev.mausbot.home.turn.keys.ProviderName;
import dev.mausbot.home.turn.keys.ProviderView;

/**
 * What may be known of a provider's key.
 *
 * @param source {@code stored}, {@code environment} or empty
 * @param ends its last four characters, if it is long
 */
public record KeyView(
        String id, boolean set, String source, String ends, String address, boolean keptOutOfBoxes, String fault) {
    static KeyView of(ProviderView provider) {
        return new KeyView(
                provider.id(),
                provider.keySet(),
                provider.source()
                        .map(it -> it == ProviderView.Source.STORED ? "stored" : "environment")
                        .orElse(""),
                provider.ends().orElse(""),
                provider.baseUrl().orElse(""),
                provider.brokering() == ProviderName.Brokering.ALWAYS,
                provider.fault().orElse(""));
    }

    /** Whether it is one that can be removed here. */
    public boolean stored() {
        return source.equals("stored");
    }
}
