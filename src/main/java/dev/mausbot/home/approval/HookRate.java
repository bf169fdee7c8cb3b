package dev.mausbot.home.approval;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How often each box may tell something: {@value #BURST} at once, then {@value #PER_SECOND} a second. Bounded in boxes, too. */
final class HookRate {
    static final int BURST = 100;
    static final int PER_SECOND = 20;
    private static final int BOXES = 1000;
    private static final double NANOS = 1e9;

    private final LongSupplier nanoTime;
    private final Map<String, Bucket> boxes = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > BOXES;
        }
    };

    private record Bucket(double left, long at) {}

    HookRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized boolean admits(String box) {
        long now = nanoTime.getAsLong();
        Bucket before = boxes.getOrDefault(box, new Bucket(BURST, now));
        double left = Math.min(BURST, before.left() + (now - before.at()) / NANOS * PER_SECOND);
        boxes.put(box, new Bucket(left < 1 ? left : left - 1, now));
        return left >= 1;
    }
}
