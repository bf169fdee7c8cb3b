package dev.mausbot.home.box;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A way to see the system call filter at work: a program of a few KiB that makes every refused call itself, with arguments
 * that do no harm where it is not refused, and what it must print.
 *
 * @param program the executable; needs no library and no file
 * @param answers its lines, in order: a call's name and the number of the error that it gets
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copied on the way in
public record FilterTrial(byte[] program, List<String> answers) {
    public FilterTrial {
        program = Arrays.copyOf(program, program.length);
        answers = List.copyOf(answers);
    }

    /** The trial of the filter that boxes have on this machine. */
    public static FilterTrial forThisMachine() {
        List<SyscallProbe.Call> calls = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        for (BlockedCall blocked : SeccompFilter.forThisMachine().blocked()) {
            for (SyscallProbe.Call call : HarmlessCalls.of(blocked)) {
                calls.add(call);
                answers.add(call.name() + " " + blocked.answer().number());
            }
        }
        return new FilterTrial(SyscallProbe.executable(Architecture.ofThisMachine(), calls), answers);
    }
}
