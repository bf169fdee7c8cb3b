package dev.mausbot.home.box;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A classic BPF program, put together from smaller ones: {@code ifEqual(5, returning(a), returning(b))}. Every part ends
 * by returning, so a program is a tree that only jumps forward, and there are no labels to get wrong.
 *
 * <p>Source: {@code linux/filter.h}, {@code linux/bpf_common.h}, and the kernel's {@code Documentation/networking/filter.rst}.
 */
record BpfProgram(List<Instruction> instructions) {
    /** {@code BPF_MAXINSNS}. */
    static final int MAX_INSTRUCTIONS = 4096;

    private static final int LOAD_WORD_ABSOLUTE = 0x20;
    private static final int JUMP_ALWAYS = 0x05;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_AT_LEAST = 0x35;
    private static final int RETURN_CONSTANT = 0x06;

    /** A conditional jump's distance is one unsigned byte. */
    private static final int FARTHEST_CONDITIONAL_JUMP = 255;

    BpfProgram {
        instructions = List.copyOf(instructions);
        if (instructions.isEmpty() || instructions.size() > MAX_INSTRUCTIONS) {
            throw new IllegalArgumentException(
                    "a BPF program has 1 to " + MAX_INSTRUCTIONS + " instructions, not " + instructions.size());
        }
    }

    /** {@code struct sock_filter}: what to do, how far to jump if true and if false, and an operand. */
    record Instruction(int code, int jumpIfTrue, int jumpIfFalse, int operand) {
        static final int BYTES = 8;

        Instruction {
            requireRange("code", code, 0xFFFF);
            requireRange("jumpIfTrue", jumpIfTrue, FARTHEST_CONDITIONAL_JUMP);
            requireRange("jumpIfFalse", jumpIfFalse, FARTHEST_CONDITIONAL_JUMP);
        }

        private static void requireRange(String what, int value, int max) {
            if (value < 0 || value > max) {
                throw new IllegalArgumentException(what + " is " + value + ", outside 0.." + max);
            }
        }
    }

    /** Ends with this value. */
    static BpfProgram returning(int value) {
        return new BpfProgram(List.of(new Instruction(RETURN_CONSTANT, 0, 0, value)));
    }

    /** Loads the 32-bit word at this offset of the input, then goes on. */
    static BpfProgram loading(int offset, BpfProgram then) {
        return join(List.of(new Instruction(LOAD_WORD_ABSOLUTE, 0, 0, offset)), then);
    }

    /** Goes on by whether the loaded word is this value. */
    static BpfProgram ifEqual(int value, BpfProgram yes, BpfProgram no) {
        return choosing(JUMP_IF_EQUAL, value, yes, no);
    }

    /** Goes on by whether the loaded word, unsigned, is this value or more. */
    static BpfProgram ifAtLeast(int value, BpfProgram yes, BpfProgram no) {
        return choosing(JUMP_IF_AT_LEAST, value, yes, no);
    }

    /** Little-endian, as both our architectures are: what {@code bwrap --seccomp} reads. */
    byte[] bytes() {
        ByteBuffer out =
                ByteBuffer.allocate(instructions.size() * Instruction.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (Instruction each : instructions) {
            out.putShort((short) each.code())
                    .put((byte) each.jumpIfTrue())
                    .put((byte) each.jumpIfFalse())
                    .putInt(each.operand());
        }
        return out.array();
    }

    private static BpfProgram choosing(int test, int value, BpfProgram yes, BpfProgram no) {
        int over = no.instructions.size();
        List<Instruction> head = over <= FARTHEST_CONDITIONAL_JUMP
                ? List.of(new Instruction(test, over, 0, value))
                // Too far for one byte: the true way goes through a jump that has 32 bits.
                : List.of(new Instruction(test, 0, 1, value), new Instruction(JUMP_ALWAYS, 0, 0, over));
        return join(head, no, yes);
    }

    private static BpfProgram join(List<Instruction> head, BpfProgram... parts) {
        List<Instruction> all = new ArrayList<>(head);
        for (BpfProgram part : parts) {
            all.addAll(part.instructions);
        }
        return new BpfProgram(all);
    }
}
