package dev.mausbot.home.engine;

import java.util.List;

/** What an exit code means, in words. Above 128 it is a signal's number, as shells report it; see signal(7). */
final class ExitCodes {
    private static final int SIGNAL_BASE = 128;

    /** The signals of Linux on x86-64 and aarch64, from 1. */
    private static final List<String> SIGNALS = List.of(
            "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
            "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
            "WINCH", "IO", "PWR", "SYS");

    private ExitCodes() {}

    static String words(int exitCode) {
        int signal = exitCode - SIGNAL_BASE;
        return signal >= 1 && signal <= SIGNALS.size()
                ? "exit code " + exitCode + " (ended by SIG" + SIGNALS.get(signal - 1) + ")"
                : "exit code " + exitCode;
    }
}
