package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The test of the test: in a real box from which one protection is taken, exactly the checks that guard it fail. */
class MutationsTest {
    private static final Map<Mutation, Set<String>> FAILED = new LinkedHashMap<>();

    private static CheckHouse house;

    @BeforeAll
    static void openHouse() throws Exception {
        house = CheckHouse.open();
    }

    @AfterAll
    static void closeHouse() throws Exception {
        if (house != null) {
            System.out.println(matrix());
            house.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsExactlyTheChecksThatGuardIt(Mutation mutation) {
        SelfCheck.Outcome outcome = house.check().run(EnumSet.of(mutation));
        assertThat(outcome).isInstanceOf(SelfCheck.Outcome.Checked.class);
        Set<String> failed = failed(outcome);
        if (mutation == Mutation.TMP_SHARED) {
            // The host's /tmp may hold more than is searched for the key, and then nothing is proven of it.
            failed.remove("broker.key-files");
        }
        FAILED.put(mutation, failed);
        // It goes to the log and to terminals, and what was taken from this box may have let the probe see anything.
        assertThat(outcome.result().toString())
                .doesNotContainPattern("(omb_t0_|omb_cap_|sk-ant-omb-check-)[A-Za-z0-9_-]{8}");
        assertThat(failed).as(() -> outcome.result().failed().toString()).isEqualTo(guarding(mutation));
    }

    @Test
    void addsUpWhenSeveralAreTaken() {
        Set<Mutation> some = EnumSet.of(Mutation.BIND_FLY, Mutation.ENV_ALL, Mutation.ANY_TOKEN, Mutation.KEY_FILE);
        assertThat(failed(house.check().run(some)))
                .isEqualTo(some.stream()
                        .flatMap(one -> guarding(one).stream())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Set<String> failed(SelfCheck.Outcome outcome) {
        return outcome.result().failed().stream().map(CheckResult::id).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> guarding(Mutation mutation) {
        return Catalogue.checks().stream()
                .filter(check -> check.guards().contains(mutation))
                .map(Check::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A row for each check, a column for each mutation. */
    private static String matrix() {
        List<Mutation> columns = List.of(Mutation.values());
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < columns.size(); at++) {
            text.append(" %2d %s%n".formatted(at + 1, columns.get(at).word()));
        }
        text.append("%-20s".formatted("check"));
        for (int at = 0; at < columns.size(); at++) {
            text.append(" %2d".formatted(at + 1));
        }
        for (Check check : Catalogue.checks()) {
            text.append("%n%-20s".formatted(check.id()));
            columns.forEach(mutation ->
                    text.append(FAILED.getOrDefault(mutation, Set.of()).contains(check.id()) ? "  x" : "  ."));
        }
        return text.toString();
    }
}
