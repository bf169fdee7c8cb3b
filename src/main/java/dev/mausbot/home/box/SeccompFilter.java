package dev.mausbot.home.box;

import static dev.mausbot.home.box.BpfProgram.ifAtLeast;
import static dev.mausbot.home.box.BpfProgram.ifEqual;
import static dev.mausbot.home.box.BpfProgram.loading;
import static dev.mausbot.home.box.BpfProgram.returning;
import static java.util.stream.Collectors.groupingBy;

import dev.mausbot.home.box.BlockedCall.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The system call filter that every process of a box runs under: a classic BPF program over {@code struct seccomp_data}
 * ({@code linux/seccomp.h}, seccomp(2)).
 *
 * <ul>
 *   <li>A call by another architecture's entry (i386 on x86-64, 32-bit ARM on aarch64) kills the process: its numbers
 *       mean other calls.
 *   <li>On x86-64 every number from 2^30 on gives EPERM: those are the x32 calls, which would reach the refused ones by
 *       other numbers, and nothing else lives there.
 *   <li>Each row of {@link #blocked()} gives its error.
 *   <li>All else is allowed.
 * </ul>
 *
 * <p>The number is found by binary search over ranges of numbers with one verdict each, because the filter runs at every
 * call of every box: six comparisons at most, where a list would take some 40. Allowed calls, but for the three whose
 * arguments are looked at, are decided by nothing but number and architecture, so a kernel since 5.11 remembers them in a
 * bitmap when the filter is installed and does not run it for them at all.
 */
public final class SeccompFilter {
    // Offsets into struct seccomp_data. An argument has 64 bits; on a little-endian machine its low half comes first.
    private static final int NUMBER = 0;
    private static final int ARCHITECTURE = 4;
    private static final int FIRST_ARGUMENT = 16;
    private static final int ARGUMENT_BYTES = 8;

    private static final BpfProgram KILL_PROCESS = returning(0x8000_0000);
    private static final BpfProgram ALLOW = returning(0x7FFF_0000);
    private static final int RETURN_ERRNO = 0x0005_0000;

    /** {@code __X32_SYSCALL_BIT}. */
    private static final int FIRST_X32_NUMBER = 0x4000_0000;

    private final List<BlockedCall> blocked;
    private final BpfProgram program;

    private SeccompFilter(Architecture architecture) {
        this.blocked = SystemCalls.blockedOn(architecture);
        this.program = loading(
                ARCHITECTURE,
                ifEqual(
                        architecture.auditNumber(),
                        loading(NUMBER, search(List.copyOf(ranges(architecture, blocked)))),
                        KILL_PROCESS));
    }

    /**
     * The filter for the machine this program runs on.
     *
     * @throws UnsupportedOperationException on an architecture without a table; the message names it
     */
    public static SeccompFilter forThisMachine() {
        return of(Architecture.ofThisMachine());
    }

    /** The filter for a machine of this architecture. */
    public static SeccompFilter of(Architecture architecture) {
        return new SeccompFilter(architecture);
    }

    /** The program as {@code bwrap --seccomp FD} reads it: an array of {@code struct sock_filter}. */
    public byte[] program() {
        return program.bytes();
    }

    /** What is refused, row by row; a call that is refused for several values of an argument has a row for each. */
    public List<BlockedCall> blocked() {
        return blocked;
    }

    /** What happens to numbers from this one on, up to the next range. */
    private record Range(int from, BpfProgram verdict) {}

    private static List<Range> ranges(Architecture architecture, List<BlockedCall> blocked) {
        Map<Integer, List<BlockedCall>> byNumber = blocked.stream().collect(groupingBy(BlockedCall::number));
        TreeMap<Integer, BpfProgram> verdicts = new TreeMap<>();
        verdicts.put(0, ALLOW);
        byNumber.forEach((number, calls) -> {
            verdicts.put(number, verdict(calls));
            if (!byNumber.containsKey(number + 1)) {
                verdicts.put(number + 1, ALLOW);
            }
        });
        if (architecture == Architecture.X86_64) {
            verdicts.put(FIRST_X32_NUMBER, refusing(Answer.EPERM));
        }
        List<Range> ranges = new ArrayList<>();
        verdicts.forEach((from, verdict) -> {
            if (ranges.isEmpty() || !ranges.getLast().verdict().equals(verdict)) {
                ranges.add(new Range(from, verdict));
            }
        });
        return ranges;
    }

    private static BpfProgram search(List<Range> ranges) {
        if (ranges.size() == 1) {
            return ranges.getFirst().verdict();
        }
        int middle = ranges.size() / 2;
        return ifAtLeast(
                ranges.get(middle).from(),
                search(ranges.subList(middle, ranges.size())),
                search(ranges.subList(0, middle)));
    }

    /** The verdict on one number: its rows are either one without a condition, or several over arguments. */
    private static BpfProgram verdict(List<BlockedCall> calls) {
        BpfProgram verdict = ALLOW;
        for (BlockedCall call : calls.reversed()) {
            BpfProgram refusal = refusing(call.answer());
            BpfProgram otherwise = verdict;
            verdict = call.when()
                    .map(argument -> loading(
                            FIRST_ARGUMENT + ARGUMENT_BYTES * argument.index(),
                            ifEqual(argument.value(), refusal, otherwise)))
                    .orElse(refusal);
        }
        return verdict;
    }

    private static BpfProgram refusing(Answer answer) {
        return returning(RETURN_ERRNO | answer.number());
    }
}
