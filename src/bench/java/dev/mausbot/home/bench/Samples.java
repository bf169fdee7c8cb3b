package dev.mausbot.home.bench;

import java.util.ArrayList;
import java.util.List;

/** What one contender measured, round by round. */
final class Samples {
    private final List<Double> found = new ArrayList<>();

    void add(double sample) {
        found.add(sample);
    }

    double median() {
        return quantile(0.5);
    }

    /** The nearest sample to a quantile between 0 and 1. */
    double quantile(double q) {
        List<Double> sorted = found.stream().sorted().toList();
        return sorted.get((int) Math.round(q * (sorted.size() - 1)));
    }
}
