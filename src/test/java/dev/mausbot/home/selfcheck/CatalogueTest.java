package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    @Test
    void hasTwentyNineChecksEachWithASentenceAndAGuard() {
        assertThat(Catalogue.checks()).hasSize(29).extracting(Check::id).doesNotHaveDuplicates();
        assertThat(Catalogue.checks()).allSatisfy(check -> {
            assertThat(check.id()).matches("[a-z]+\\.[a-z-]+");
            assertThat(check.sentence()).matches("[A-Z].*\\.").doesNotContain("\n");
            assertThat(check.guards()).isNotEmpty();
        });
        assertThat(Catalogue.checks())
                .filteredOn(check -> check.layer() == Layer.BROKER)
                .hasSize(6);
    }

    @Test
    void hasAMutationForNothingButItsChecks() {
        assertThat(Mutation.values()).hasSize(19).allSatisfy(mutation -> {
            assertThat(Catalogue.checks()).anyMatch(check -> check.guards().contains(mutation));
            assertThat(Mutation.named(mutation.word())).contains(mutation);
        });
        assertThat(Stream.of("", "BIND_DATA", "none").flatMap(word -> Mutation.named(word).stream()))
                .isEmpty();
    }
}
