package dev.mausbot.home.box;

import java.util.Locale;

/**
 * A machine architecture that a box can be built on. Everything that is written for the processor itself (the seccomp
 * filter, the probe's machine code) asks here which one it is for.
 */
public enum Architecture {
    X86_64(0xC000_003E),
    AARCH64(0xC000_00B7);

    private final int auditNumber;

    Architecture(int auditNumber) {
        this.auditNumber = auditNumber;
    }

    /** The kernel's {@code AUDIT_ARCH_*} number, as it stands in {@code struct seccomp_data} ({@code linux/audit.h}). */
    int auditNumber() {
        return auditNumber;
    }

    /**
     * The architecture this program runs on.
     *
     * @throws UnsupportedOperationException if no box can be built on it; the message names it
     */
    public static Architecture ofThisMachine() {
        return named(System.getProperty("os.arch"));
    }

    /** The architecture of a Java {@code os.arch} name. */
    static Architecture named(String osArch) {
        return switch (osArch.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64" -> AARCH64;
            default ->
                throw new UnsupportedOperationException("no box on architecture \"" + osArch
                        + "\": the seccomp filter has no system call numbers for it; use an x86-64 or aarch64 machine");
        };
    }
}
