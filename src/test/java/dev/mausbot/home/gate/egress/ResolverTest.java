package dev.mausbot.home.gate.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.gate.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResolverTest {
    private final List<CompletableFuture<Resolver.Answer>> lookups = new ArrayList<>();
    private final Resolver fair = new FairResolver(this::lookUp, 2, 3);

    private CompletionStage<Resolver.Answer> lookUp(String name) {
        CompletableFuture<Resolver.Answer> lookup = new CompletableFuture<>();
        lookups.add(lookup);
        return lookup;
    }

    @Test
    void aBoxHasSoManyLookupsAtOnceAndOthersInLine() {
        List<CompletableFuture<Resolver.Answer>> answers = IntStream.range(0, 6)
                .mapToObj(i -> fair.resolve("n" + i + ".example.com").toCompletableFuture())
                .toList();

        assertThat(lookups).hasSize(2);
        assertThat(answers.get(5)).isCompletedWithValue(new Resolver.Answer.Failed(Reason.LOOKUP_TIMEOUT));

        lookups.get(0).complete(new Resolver.Answer.Found(List.of()));
        lookups.get(1).completeExceptionally(new IllegalStateException("broken"));

        assertThat(lookups).hasSize(4);
        assertThat(answers.get(0)).isCompletedWithValue(new Resolver.Answer.Found(List.of()));
        assertThat(answers.get(1)).isCompletedWithValue(new Resolver.Answer.Failed(Reason.LOOKUP_FAILED));
        assertThat(answers.get(2)).isNotDone();
    }

    @Test
    void theSystemsResolverSaysThatAReservedNameHasNoAddress() {
        try (SystemResolver system = SystemResolver.start()) {
            // Never a name (RFC 6761); without a network there is no server to say so.
            assertThat(system.resolve("nothing.invalid").toCompletableFuture().join())
                    .isIn(
                            new Resolver.Answer.Failed(Reason.NAME_NOT_FOUND),
                            new Resolver.Answer.Failed(Reason.LOOKUP_FAILED));
        }
    }

    @Test
    void aClosedResolverAnswersWithoutALookup() {
        SystemResolver system = SystemResolver.start();
        system.close();

        assertThat(system.resolve("site.example.com"))
                .isCompletedWithValue(new Resolver.Answer.Failed(Reason.LOOKUP_TIMEOUT));
    }
}
