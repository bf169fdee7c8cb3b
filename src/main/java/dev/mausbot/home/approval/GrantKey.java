package dev.mausbot.home.approval;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the owner allows when it allows something for a conversation: a tool, and of a shell one program only.
 *
 * <p>A shell's text names a program for sure only if it is plain words: with any character that a shell gives a meaning
 * ({@code ; & | $ ` ( ) < > * ? ~ # ! { } [ ] \ ' "} and line ends) nothing is granted, and nothing that was granted covers
 * it. Nor does a grant for a program that runs others: it would be one for all.
 *
 * @param tool the tool's name
 * @param program the program; empty for a tool that is no shell
 */
public record GrantKey(String tool, String program) {
    /** Words of characters that mean themselves, with single spaces between; the first is a bare name. */
    private static final Pattern PLAIN =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9._+-]{0,63})(?: [A-Za-z0-9._/:=@%+,-]+)*");

    private static final Set<String> RUN_OTHERS = Set.of(
            "bash",
            "sh",
            "dash",
            "zsh",
            "fish",
            "ksh",
            "csh",
            "tcsh",
            "busybox",
            "env",
            "sudo",
            "su",
            "doas",
            "runuser",
            "setpriv",
            "setsid",
            "nohup",
            "nice",
            "ionice",
            "time",
            "timeout",
            "watch",
            "xargs",
            "parallel",
            "find",
            "fd",
            "exec",
            "eval",
            "command",
            "builtin",
            "source",
            "script",
            "expect",
            "ssh",
            "scp",
            "sftp",
            "rsync",
            "nc",
            "socat",
            "telnet",
            "python",
            "python2",
            "python3",
            "pypy",
            "pypy3",
            "ipython",
            "node",
            "nodejs",
            "deno",
            "bun",
            "npx",
            "bunx",
            "pnpx",
            "uvx",
            "pipx",
            "perl",
            "ruby",
            "php",
            "lua",
            "luajit",
            "tclsh",
            "awk",
            "gawk",
            "mawk",
            "sed",
            "ed",
            "ex",
            "vi",
            "vim",
            "nvim",
            "emacs",
            "less",
            "more",
            "man",
            "gdb",
            "strace",
            "ltrace",
            "unshare",
            "nsenter",
            "chroot",
            "bwrap",
            "docker",
            "podman",
            "make",
            "java",
            "jshell",
            "R",
            "Rscript",
            "julia",
            "osascript",
            "tmux",
            "screen",
            "at",
            "crontab",
            "git");

    /** The key for this, if there is one. */
    static Optional<GrantKey> of(ToolUse use) {
        if (use.command().isEmpty()) {
            return use.shell() ? Optional.empty() : Optional.of(new GrantKey(use.tool(), ""));
        }
        return program(use.command().get())
                .filter(program -> !RUN_OTHERS.contains(program))
                .map(program -> new GrantKey(use.tool(), program));
    }

    /** The one program that a shell's text runs, if that is sure. */
    static Optional<String> program(String command) {
        Matcher plain = PLAIN.matcher(command);
        return plain.matches() ? Optional.of(plain.group(1)) : Optional.empty();
    }
}
