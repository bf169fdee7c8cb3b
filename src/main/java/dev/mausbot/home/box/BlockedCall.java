package dev.mausbot.home.box;

import java.util.Objects;
import java.util.Optional;

/**
 * One system call that a boxed process is refused: a row of the table behind {@link SeccompFilter}.
 *
 * @param name the call's name, as in {@code syscalls(2)}
 * @param number its number on the filter's architecture
 * @param group which promise the row belongs to; the two are counted apart
 * @param answer the error that the caller gets; the call itself never happens
 * @param when the argument that makes the call a refused one; empty if every use of it is refused
 */
public record BlockedCall(String name, int number, Group group, Answer answer, Optional<Argument> when) {

    /** Which promise a row belongs to. */
    public enum Group {
        /** The calls that only reach the kernel's attack surface: 34 on x86-64, 32 on aarch64. */
        BASE,
        /** What was added to them: newer calls, socket families, terminal injection, io_uring. */
        EXTRA
    }

    /** The error a refused call gives. The numbers are the same on both architectures ({@code asm-generic/errno.h}). */
    public enum Answer {
        EPERM(1),
        /** "Not in this kernel": what programs know to fall back from. */
        ENOSYS(38),
        EAFNOSUPPORT(97);

        private final int number;

        Answer(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }
    }

    /**
     * One value of one argument. Only the low 32 bits are looked at: the kernel takes these arguments as {@code int},
     * so a caller who sets the high ones means the same call.
     *
     * @param index which argument, from 0
     * @param value its value
     * @param name the value's name in the kernel's headers
     */
    public record Argument(int index, int value, String name) {
        public Argument {
            Objects.checkIndex(index, 6);
            Objects.requireNonNull(name, "name");
        }
    }

    public BlockedCall {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(when, "when");
        if (number < 0) {
            throw new IllegalArgumentException(name + " has no number here: " + number);
        }
    }

    /** How a person reads the row: {@code mount}, {@code socket(AF_ALG)}. */
    public String label() {
        return when.map(argument -> name + "(" + argument.name() + ")").orElse(name);
    }
}
