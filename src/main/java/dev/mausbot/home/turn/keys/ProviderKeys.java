package dev.mausbot.home.turn.keys;

import dev.mausbot.home.boot.Sealer;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.Problem;
import dev.mausbot.home.turn.TurnKeys;
import dev.mausbot.home.turn.TurnLimits;
import dev.mausbot.home.turn.keys.ProviderView.Source;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The keys that are stored. A stored key beats the server's environment: whoever stores one wants it used, and sees in the
 * list that the other is not.
 */
@Singleton
@Transactional
class ProviderKeys implements TurnKeys {
    static final String TABLE = "provider_keys";

    /** Of a shorter key, four characters would be too much of it. */
    private static final int LONG_ENOUGH_TO_SHOW_ITS_END = 20;

    private static final int SHOWN = 4;
    private static final Logger LOG = Logger.getLogger(ProviderKeys.class);

    private final Vault vault;
    private final ProviderNames names;
    private final Map<String, String> environment;

    ProviderKeys(Vault vault, ProviderNames names, TurnLimits limits) {
        this.vault = vault;
        this.names = names;
        this.environment = limits.settings();
    }

    /** Names each key that is of no use, where the operator looks. */
    void begin(@Observes StartupEvent started) {
        for (ProviderKeyRow row : ProviderKeyRow.<ProviderKeyRow>listAll()) {
            if (names.byId(row.id).isEmpty()) {
                LOG.warnf("a key is stored for \"%s\", which is no provider of this version: it is not used", row.id);
            }
            if (open(row) instanceof Unsealed.Closed(String reason)) {
                LOG.errorf("%s", sentence(row.id, reason));
            }
        }
    }

    ProviderView put(String id, NewKey wanted) {
        ProviderName provider = names.byId(id).orElseThrow(() -> Problem.notFound("provider"));
        if (wanted.baseUrl().isPresent() && provider.baseUrlVariable().isEmpty()) {
            throw new BadField("baseUrl", "cannot be set for this provider: no engine reads one");
        }
        ProviderKeyRow row = ProviderKeyRow.<ProviderKeyRow>findByIdOptional(id).orElseGet(ProviderKeyRow::new);
        row.id = id;
        row.baseUrl = wanted.baseUrl().orElse(null);
        row.sealed = vault.seal(place(id, row.baseUrl), wanted.secret());
        row.storedAt = System.currentTimeMillis();
        row.persist();
        LOG.infof("the key of provider %s was stored", id);
        return view(provider, Optional.of(row));
    }

    /** Removes a stored key, whether it opens or not; false if none is stored. */
    boolean remove(String id) {
        boolean removed = ProviderKeyRow.deleteById(id);
        if (removed) {
            LOG.infof("the key of provider %s was removed", id);
        }
        return removed;
    }

    /** Every provider, and after them those of which a key is stored although this version knows them no more. */
    List<ProviderView> list() {
        Stream<ProviderView> known =
                names.all().stream().map(provider -> view(provider, ProviderKeyRow.findByIdOptional(provider.id())));
        Stream<ProviderView> unknown = ProviderKeyRow.<ProviderKeyRow>list("order by id").stream()
                .filter(row -> names.byId(row.id).isEmpty())
                .map(row -> view(nameless(row), Optional.of(row)));
        return Stream.concat(known, unknown).toList();
    }

    @Override
    public Keys current() {
        Map<String, String> settings = new HashMap<>(environment);
        Map<String, String> closed = new HashMap<>();
        for (ProviderKeyRow row : ProviderKeyRow.<ProviderKeyRow>listAll()) {
            names.byId(row.id).ifPresent(provider -> {
                provider.keyVariables().forEach(settings::remove);
                String key = switch (open(row)) {
                    case Unsealed.Opened(Secret text) -> text.reveal();
                    case Unsealed.Closed(String reason) -> {
                        String mark = "closed-" + UUID.randomUUID();
                        closed.put(mark, sentence(row.id, reason));
                        yield mark;
                    }
                };
                settings.put(provider.keyVariables().getFirst(), key);
                provider.baseUrlVariable()
                        .ifPresent(variable ->
                                Optional.ofNullable(row.baseUrl).ifPresent(url -> settings.put(variable, url)));
            });
        }
        return new Keys(settings, closed);
    }

    private ProviderView view(ProviderName provider, Optional<ProviderKeyRow> row) {
        Optional<String> inEnvironment = provider.keyVariables().stream()
                .flatMap(variable -> set(variable).stream())
                .findFirst();
        Optional<Unsealed> unsealed = row.map(this::open);
        Optional<String> key = unsealed.isPresent()
                ? unsealed.flatMap(it ->
                        it instanceof Unsealed.Opened(Secret text) ? Optional.of(text.reveal()) : Optional.empty())
                : inEnvironment;
        Optional<String> storedUrl = row.flatMap(it -> Optional.ofNullable(it.baseUrl));
        Optional<String> otherUrl = provider.baseUrlVariable().flatMap(this::set);
        return new ProviderView(
                provider.id(),
                row.isPresent() || inEnvironment.isPresent(),
                row.isPresent() ? Optional.of(Source.STORED) : inEnvironment.map(_ -> Source.ENVIRONMENT),
                key.filter(text -> text.length() >= LONG_ENOUGH_TO_SHOW_ITS_END)
                        .map(text -> text.substring(text.length() - SHOWN)),
                row.isPresent() && inEnvironment.isPresent(),
                storedUrl.or(() -> otherUrl.map(ProviderKeys::shown)),
                storedUrl.map(_ -> Source.STORED).or(() -> otherUrl.map(_ -> Source.ENVIRONMENT)),
                provider.brokering(),
                unsealed.map(Unsealed.Opened.class::isInstance),
                unsealed.flatMap(
                        it -> it instanceof Unsealed.Closed(String reason) ? Optional.of(reason) : Optional.empty()));
    }

    /** What the operator wrote may hold a password; what is not in our own form is not shown. */
    private static String shown(String url) {
        try {
            return ConfiguredUrl.base("baseUrl", url).base();
        } catch (BadField _) {
            return "(not shown: not a plain address)";
        }
    }

    private Optional<String> set(String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isBlank());
    }

    private Unsealed open(ProviderKeyRow row) {
        return vault.open(place(row.id, row.baseUrl), row.sealed);
    }

    private static Sealer.Place place(String id, @Nullable String baseUrl) {
        return new Sealer.Place(TABLE, id, "key", baseUrl == null ? List.of() : List.of(baseUrl));
    }

    private static String sentence(String id, String reason) {
        return "The stored key of provider \"" + id + "\" does not open: " + reason + ".";
    }

    private static ProviderName nameless(ProviderKeyRow row) {
        return new ProviderName(row.id, List.of("(none)"), Optional.empty(), ProviderName.Brokering.NEVER);
    }
}
