package dev.mausbot.home.turn.keys;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.auth.Owner;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.MachineSecret;
import dev.mausbot.home.boot.Sealer;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.turn.LogLines;
import dev.mausbot.home.turn.TurnKeys;
import dev.mausbot.home.turn.TurnLimits;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.WebApplicationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TempHome.class)
class StoredKeysTest {
    private static final String CANARY = "sk-canary-7f3e9d1c5b8a2460-WXYZ";

    @Inject
    Owner owner;

    @Inject
    EntityManager store;

    @Inject
    Vault vault;

    @Inject
    ProviderNames names;

    @Inject
    SecretFolder folder;

    private final LogLines log = new LogLines();

    @AfterEach
    void leaveNothing() {
        log.close();
        assertThat(log.lines()).noneMatch(line -> line.contains("canary"));
        change("delete from provider_keys");
    }

    @BeforeEach
    void beginEmpty() {
        change("delete from provider_keys");
    }

    private RequestSpecification owner() {
        return given().header("Authorization", "Bearer " + owner.token()).contentType(ContentType.JSON);
    }

    private ValidatableResponse put(String provider, String key) {
        return owner().body(Map.of("key", key))
                .put("/api/providers/" + provider)
                .then();
    }

    private ValidatableResponse list() {
        return owner().get("/api/providers").then().statusCode(200).body(not(containsString("canary")));
    }

    private void change(String sql) {
        QuarkusTransaction.requiringNew().run(() -> store.createNativeQuery(sql).executeUpdate());
    }

    private static <T> T inTransaction(Callable<T> work) {
        return QuarkusTransaction.requiringNew().call(work);
    }

    /** The keys as a server with this environment has them. */
    private ProviderKeys keys(Vault with, Map<String, String> environment) {
        return new ProviderKeys(
                with, names, new TurnLimits(1, Duration.ofHours(1), folder.path(), folder.path(), environment));
    }

    private static LaunchPlan planWith(String key) {
        return new LaunchPlan(
                List.of("engine"),
                Map.of("KEY", key),
                List.of(),
                List.of(),
                "",
                LaunchPlan.Input.CLOSED_AFTER_PROMPT,
                Optional.empty());
    }

    @Test
    void aKeyGoesInAndNeverComesOut() throws IOException {
        put("openai", CANARY)
                .statusCode(200)
                .body(not(containsString("canary")))
                .body("ends", is("WXYZ"))
                .body("source", is("STORED"))
                .body("opens", is(true));
        list().body("find { it.id == 'openai' }.keySet", is(true))
                .body("find { it.id == 'openai' }.ends", is("WXYZ"))
                .body("find { it.id == 'gemini' }.opens", nullValue());
        try (Stream<Path> files = Files.list(folder.path())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("canary", CANARY.substring(10, 20));
            }
        }
        owner().delete("/api/providers/openai").then().statusCode(204);
        owner().delete("/api/providers/openai").then().statusCode(404);
        list().body("find { it.id == 'openai' }.source", not(equalTo("STORED")));
    }

    @Test
    void theMachinesSecretIsThereFromTheStart() throws IOException {
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(folder.path().resolve(MachineSecret.FILE))))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{'key':null}",
                "{'key':7}",
                "{'key':'canary'}",
                "{'key':'canary with spaces'}",
                "{'key':'canary-canary\\r\\nx: y'}",
                "{'key':'canary-canary\\u0000'}",
                "{'key':'canary-cänary'}",
                "{'key':'canary-canary','key':'canary-canary'}",
                "{'key':'canary-canary','other':'canary'}",
                "{'key':['canary-canary']}",
                "{'key':'canary-canary'",
                "{'key':'canary-canary','baseUrl':'https://canary:canary@a.example'}",
                "{'key':'canary-canary','baseUrl':'https://a.example/?canary=canary'}",
                "{'key':'canary-canary','baseUrl':'canary'}",
                "{'key':'canary-canary','baseUrl':7}"
            })
    void whatIsNotExactlyAKeyIsRefusedAndNotRepeated(String body) {
        owner().body(body.replace('\'', '"'))
                .put("/api/providers/openai")
                .then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body(not(containsString("canary")));
    }

    @Test
    void aKeyHas512CharactersAtMost() {
        put("openai", "k".repeat(512)).statusCode(200);
        put("openai", "k".repeat(513)).statusCode(400);
        put("openai", "k".repeat(8)).statusCode(200).body("ends", nullValue());
        put("openai", "k".repeat(7)).statusCode(400);
    }

    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource({
        "PUT, /api/providers/nobody, 404",
        "DELETE, /api/providers/nobody, 404",
        "GET, /api/providers/openai, 405",
        "POST, /api/providers, 405"
    })
    void everyErrorIsAProblem(String method, String path, int status) {
        owner().body(Map.of("key", CANARY))
                .request(method, path)
                .then()
                .statusCode(status)
                .contentType("application/problem+json")
                .body(not(containsString("canary")));
    }

    @Test
    void aStoredKeyBeatsTheServersEnvironmentAndTheListSaysSo() {
        Map<String, String> environment = Map.of(
                "ANTHROPIC_AUTH_TOKEN",
                "from-the-environment-1234",
                "ANTHROPIC_BASE_URL",
                "https://proxy.example",
                "PATH",
                "/bin");
        ProviderKeys keys = keys(vault, environment);

        assertThat(inTransaction(keys::current).settings()).isEqualTo(environment);
        assertThat(inTransaction(keys::list))
                .filteredOn(one -> one.id().equals("anthropic"))
                .singleElement()
                .returns(Optional.of(ProviderView.Source.ENVIRONMENT), ProviderView::source)
                .returns(Optional.of("1234"), ProviderView::ends)
                .returns(Optional.of("https://proxy.example"), ProviderView::baseUrl)
                .returns(false, ProviderView::environmentIgnored);

        put("anthropic", CANARY).statusCode(200);

        assertThat(inTransaction(keys::current).settings())
                .containsEntry("ANTHROPIC_API_KEY", CANARY)
                .containsEntry("ANTHROPIC_BASE_URL", "https://proxy.example")
                .containsEntry("PATH", "/bin")
                .doesNotContainKey("ANTHROPIC_AUTH_TOKEN");
        assertThat(inTransaction(keys::list))
                .filteredOn(one -> one.id().equals("anthropic"))
                .singleElement()
                .returns(Optional.of(ProviderView.Source.STORED), ProviderView::source)
                .returns(Optional.of("WXYZ"), ProviderView::ends)
                .returns(Optional.of(ProviderView.Source.ENVIRONMENT), ProviderView::baseUrlSource)
                .returns(true, ProviderView::environmentIgnored);
    }

    @Test
    void aStoredAddressGoesWithItsKey() {
        owner().body(Map.of("key", CANARY, "baseUrl", "https://gateway.example/v1/"))
                .put("/api/providers/openai")
                .then()
                .statusCode(200)
                .body("baseUrl", is("https://gateway.example/v1"))
                .body("baseUrlSource", is("STORED"));
        assertThat(inTransaction(keys(vault, Map.of("OPENAI_BASE_URL", "https://other.example"))::current)
                        .settings())
                .containsEntry("OPENAI_BASE_URL", "https://gateway.example/v1")
                .containsEntry("OPENAI_API_KEY", CANARY);
    }

    @Test
    void aPasswordInTheServersOwnAddressIsNotShown() {
        assertThat(inTransaction(keys(vault, Map.of("OPENAI_BASE_URL", "https://u:canary@x.example"))::list))
                .allSatisfy(one -> assertThat(one.toString()).doesNotContain("canary"));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "update provider_keys set sealed = cast(sealed || x'00' as blob) where id = 'openai'",
                "update provider_keys set sealed = x'' where id = 'openai'",
                "update provider_keys set base_url = 'https://evil.example' where id = 'openai'",
                "update provider_keys set sealed = (select sealed from provider_keys where id = 'gemini')"
                        + " where id = 'openai'"
            })
    void aRowThatWasChangedIsNamedAndStopsTheTurnThatNeedsIt(String sql) {
        put("openai", CANARY).statusCode(200);
        put("gemini", "another-key-0123456789").statusCode(200);
        change(sql);

        list().body("find { it.id == 'openai' }.opens", is(false))
                .body("find { it.id == 'openai' }.keySet", is(true))
                .body("find { it.id == 'openai' }.fault", containsString("store it again"))
                .body("find { it.id == 'gemini' }.opens", is(true));
        assertRefused(vault, "store it again");
    }

    /** The key of the environment is not used instead: it may be another account. */
    private void assertRefused(Vault with, String why) {
        TurnKeys.Keys keys = inTransaction(keys(with, Map.of("OPENAI_API_KEY", "from-the-environment"))::current);
        String inPlace = keys.settings().getOrDefault("OPENAI_API_KEY", "");

        assertThat(inPlace).isNotEmpty().isNotEqualTo("from-the-environment");
        assertThat(keys.refusal(planWith(inPlace)).orElseThrow())
                .contains("provider \"openai\"", "does not open", why)
                .doesNotContain(inPlace);
        assertThat(keys.refusal(planWith("other"))).isEmpty();
    }

    @Test
    void theSecretOfAnotherMachineOpensNothing(@TempDir Path other) throws IOException {
        put("openai", CANARY).statusCode(200);
        MachineSecret.make(other);
        assertRefused(new Vault(store, new SecretFolder(other, HostFacts.current())), "another machine-secret");
    }

    @Test
    void aLostSecretIsSaidAndNotReplacedWhileAnythingIsSealed(@TempDir Path other) {
        put("openai", CANARY).statusCode(200);
        Vault lost = new Vault(store, new SecretFolder(other, HostFacts.current()));

        assertRefused(lost, "machine-secret is missing");
        assertThat(inTransaction(keys(lost, Map.of())::list))
                .filteredOn(one -> one.id().equals("openai"))
                .singleElement()
                .returns(Optional.of(false), ProviderView::opens);
        assertThat(other.resolve(MachineSecret.FILE)).doesNotExist();

        change("delete from provider_keys");
        Sealer.Place place = new Sealer.Place("t", "r", "p", List.of());
        assertThat(inTransaction(() -> lost.seal(place, new Secret(CANARY)))).isNotEmpty();
        assertThat(other.resolve(MachineSecret.FILE)).exists();
    }

    @Test
    void aLostSecretStopsNewKeysToo(@TempDir Path other) {
        put("openai", CANARY).statusCode(200);
        ProviderKeys keys = keys(new Vault(store, new SecretFolder(other, HostFacts.current())), Map.of());

        assertThat(inTransaction(() -> {
                    try {
                        keys.put("gemini", new NewKey(CANARY, Optional.empty()));
                        return "stored";
                    } catch (WebApplicationException refused) {
                        return refused.getResponse().getStatus() + " " + refused.getMessage();
                    }
                }))
                .contains("409", "machine-secret is missing", "backup");
    }

    @Test
    void whatDoesNotOpenIsNamedInTheLogAtStart(@TempDir Path other) {
        put("openai", CANARY).statusCode(200);
        ProviderKeys keys = keys(new Vault(store, new SecretFolder(other, HostFacts.current())), Map.of());

        QuarkusTransaction.requiringNew().run(() -> keys.begin(new StartupEvent()));

        assertThat(log.lines())
                .anyMatch(line -> line.contains("provider \"openai\"") && line.contains("machine-secret is missing"));
    }

    @Test
    void nothingPrintsAKey() {
        assertThat(new NewKey(CANARY, Optional.empty()).toString()).doesNotContain("canary");
        assertThat(new TurnKeys.Keys(Map.of("K", CANARY), Map.of()).toString()).doesNotContain("canary");
    }
}
