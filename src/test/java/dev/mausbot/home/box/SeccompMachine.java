package dev.mausbot.home.box;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The kernel's side of a seccomp filter, for tests: refuses what {@code bpf_check_classic} and
 * {@code seccomp_check_filter} refuse, then runs the rest. It knows only the operations that the kernel's
 * {@code seccomp_is_const_allow} also understands, so what it runs can be remembered by the kernel.
 */
final class SeccompMachine {
    private static final int DATA_BYTES = 64;
    private static final int INSTRUCTION_BYTES = 8;
    private static final int MAX_INSTRUCTIONS = 4096;

    private static final int LOAD = 0x20;
    private static final int AND = 0x54;
    private static final int JUMP = 0x05;
    private static final int JUMP_EQUAL = 0x15;
    private static final int JUMP_GREATER = 0x25;
    private static final int JUMP_AT_LEAST = 0x35;
    private static final int JUMP_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;

    private final List<Instruction> program;

    private record Instruction(int code, int jumpIfTrue, int jumpIfFalse, int operand) {}

    /** What a run gave, which words of the input decided it, and how many instructions it took. */
    record Outcome(int verdict, Set<Integer> loadedOffsets, int steps) {}

    private SeccompMachine(List<Instruction> program) {
        this.program = program;
    }

    /** Installs a program, as {@code seccomp(SECCOMP_SET_MODE_FILTER)} would. */
    static SeccompMachine install(byte[] bytes) {
        int count = bytes.length / INSTRUCTION_BYTES;
        if (bytes.length % INSTRUCTION_BYTES != 0 || count == 0 || count > MAX_INSTRUCTIONS) {
            throw new IllegalArgumentException("EINVAL: " + bytes.length + " bytes");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<Instruction> program = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            program.add(new Instruction(
                    Short.toUnsignedInt(in.getShort()),
                    Byte.toUnsignedInt(in.get()),
                    Byte.toUnsignedInt(in.get()),
                    in.getInt()));
        }
        for (int at = 0; at < count; at++) {
            check(program.get(at), count - at - 1, at);
        }
        if (program.getLast().code() != RETURN) {
            throw new IllegalArgumentException("EINVAL: the last instruction does not return");
        }
        return new SeccompMachine(List.copyOf(program));
    }

    private static void check(Instruction it, int following, int at) {
        boolean valid = switch (it.code()) {
            case LOAD -> Integer.compareUnsigned(it.operand(), DATA_BYTES) < 0 && it.operand() % 4 == 0;
            case JUMP -> Integer.compareUnsigned(it.operand(), following) < 0;
            case JUMP_EQUAL, JUMP_GREATER, JUMP_AT_LEAST, JUMP_ANY_BIT ->
                it.jumpIfTrue() < following && it.jumpIfFalse() < following;
            case AND, RETURN -> true;
            default -> false;
        };
        if (!valid) {
            throw new IllegalArgumentException("EINVAL: instruction " + at + ": " + it);
        }
    }

    /** Decides one system call. */
    Outcome decide(int architecture, int number, long... arguments) {
        ByteBuffer data = ByteBuffer.allocate(DATA_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        data.putInt(number).putInt(architecture).putLong(0x7F00_DEAD_BEEFL);
        for (long argument : arguments) {
            data.putLong(argument);
        }
        Set<Integer> loaded = new HashSet<>();
        int accumulator = 0;
        int at = 0;
        for (int steps = 1; ; steps++) {
            Instruction it = program.get(at++);
            switch (it.code()) {
                case LOAD -> {
                    accumulator = data.getInt(it.operand());
                    loaded.add(it.operand());
                }
                case AND -> accumulator &= it.operand();
                case JUMP -> at += it.operand();
                case RETURN -> {
                    return new Outcome(it.operand(), Set.copyOf(loaded), steps);
                }
                default -> at += holds(it, accumulator) ? it.jumpIfTrue() : it.jumpIfFalse();
            }
        }
    }

    private static boolean holds(Instruction test, int accumulator) {
        int order = Integer.compareUnsigned(accumulator, test.operand());
        return switch (test.code()) {
            case JUMP_EQUAL -> order == 0;
            case JUMP_GREATER -> order > 0;
            case JUMP_AT_LEAST -> order >= 0;
            case JUMP_ANY_BIT -> (accumulator & test.operand()) != 0;
            default -> throw new IllegalStateException("not a test: " + test);
        };
    }
}
