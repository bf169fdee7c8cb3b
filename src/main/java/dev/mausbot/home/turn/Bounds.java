package dev.mausbot.home.turn;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * How much of a stored list is read into memory at once.
 *
 * @param entries how many entries at most
 * @param size how much they hold together at most; a first entry is taken whatever it holds, so that reading goes on
 */
record Bounds(int entries, long size) {
    <T> List<T> of(Stream<T> all, ToLongFunction<T> sizeOf) {
        List<T> taken = new ArrayList<>();
        long sum = 0;
        for (Iterator<T> each = all.iterator(); taken.size() < entries && each.hasNext(); ) {
            T next = each.next();
            sum += sizeOf.applyAsLong(next);
            if (!taken.isEmpty() && sum > size) {
                break;
            }
            taken.add(next);
        }
        return List.copyOf(taken);
    }
}
