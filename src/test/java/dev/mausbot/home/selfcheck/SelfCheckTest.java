package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.OperatorRanges;
import dev.mausbot.home.launch.Surroundings;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sound box, attacked. */
class SelfCheckTest {
    private CheckHouse house;

    @BeforeEach
    void openHouse() throws Exception {
        house = CheckHouse.open();
    }

    @AfterEach
    void closeHouse() throws Exception {
        if (house != null) {
            house.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void passesInASoundBox(Surroundings.HomeView view) {
        SelfCheckResult result = house.check(view, new OperatorRanges(List.of(), List.of()))
                .run()
                .result();
        System.out.println(result);
        assertThat(result.failed()).isEmpty();
        assertThat(result.score()).isEqualTo("29/29");
    }
}
