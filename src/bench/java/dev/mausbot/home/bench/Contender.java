package dev.mausbot.home.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something whose time is taken.
 *
 * @param name as the table shows it
 * @param round does it once
 */
record Contender(String name, Round round) {
    /** One round, start to end. */
    @FunctionalInterface
    interface Round {
        void run() throws Exception;
    }

    /** Milliseconds by contender; they take turns, so that what else the machine does hits all alike. */
    static Map<Contender, Samples> takeTurns(List<Contender> contenders, int warmUps, int rounds) throws Exception {
        Map<Contender, Samples> found = new LinkedHashMap<>();
        contenders.forEach(contender -> found.put(contender, new Samples()));
        for (int i = -warmUps; i < rounds; i++) {
            for (Map.Entry<Contender, Samples> turn : found.entrySet()) {
                long start = System.nanoTime();
                turn.getKey().round().run();
                double millis = (System.nanoTime() - start) / 1e6;
                if (i >= 0) {
                    turn.getValue().add(millis);
                }
            }
        }
        return found;
    }
}
