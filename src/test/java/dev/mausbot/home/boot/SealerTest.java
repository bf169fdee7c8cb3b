package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.Sealer.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SealerTest {
    private static final Secret KEY = new Secret("sk-canary-0123456789");
    private static final Place PLACE = new Place("provider_keys", "openai", "key", List.of("https://api.openai.com"));

    @TempDir
    Path temp;

    private Sealer sealer;

    @BeforeEach
    void make() throws IOException {
        sealer = new Sealer(MachineSecret.make(temp));
    }

    @Test
    void opensWhatItSealedAndNeverSealsTheSameTwice() {
        byte[] one = sealer.seal(PLACE, KEY);
        byte[] other = sealer.seal(PLACE, KEY);

        assertThat(sealer.open(PLACE, one)).contains(KEY);
        assertThat(sealer.open(PLACE, other)).contains(KEY);
        assertThat(one).isNotEqualTo(other);
        assertThat(new String(one, StandardCharsets.ISO_8859_1)).doesNotContain("canary");
    }

    @Test
    void opensNothingInWhichAnyBitWasChanged() {
        byte[] sealed = sealer.seal(PLACE, KEY);

        for (int bit = 0; bit < sealed.length * 8; bit++) {
            byte[] changed = sealed.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(sealer.open(PLACE, changed)).as("bit " + bit).isEmpty();
        }
    }

    @Test
    void opensNothingThatIsCutOrGrown() {
        byte[] sealed = sealer.seal(PLACE, KEY);

        for (int length = 0; length < sealed.length + 2; length++) {
            if (length != sealed.length) {
                assertThat(sealer.open(PLACE, Arrays.copyOf(sealed, length)))
                        .as("length " + length)
                        .isEmpty();
            }
        }
    }

    static Stream<Named<Place>> elsewhere() {
        return Stream.of(
                Named.of("another table", new Place("connectors", "openai", "key", PLACE.bound())),
                Named.of("another row", new Place("provider_keys", "anthropic", "key", PLACE.bound())),
                Named.of("another purpose", new Place("provider_keys", "openai", "headers", PLACE.bound())),
                Named.of("another address", new Place("provider_keys", "openai", "key", List.of("https://evil"))),
                Named.of("no address", new Place("provider_keys", "openai", "key", List.of())),
                Named.of(
                        "parts cut elsewhere",
                        new Place("provider_keys", "openaik", "ey", List.of("https://api.openai.com"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("elsewhere")
    void opensNothingElsewhere(Place place) {
        assertThat(sealer.open(place, sealer.seal(PLACE, KEY))).isEmpty();
    }

    @Test
    void opensNothingOfAnotherMachine(@TempDir Path other) throws IOException {
        assertThat(new Sealer(MachineSecret.make(other)).open(PLACE, sealer.seal(PLACE, KEY)))
                .isEmpty();
    }
}
