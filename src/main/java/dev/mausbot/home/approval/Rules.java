package dev.mausbot.home.approval;

import dev.mausbot.home.turn.Approvals;
import dev.mausbot.home.turn.RunningTurn;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What the owner need not be asked. In this order:
 *
 * <ol>
 *   <li>a bot set to {@code FULL} is asked nothing;
 *   <li>what touches secrets or destroys is always asked, whatever was granted;
 *   <li>what the owner has allowed for the conversation is allowed;
 *   <li>of a bot set to {@code AUTO}: looking at files, changing files of the turn's own working folder, and a few programs that
 *       only look ({@link #LOOK}), in plain words;
 *   <li>all else is asked. A tool that is not known is one that changes something.
 * </ol>
 *
 * They decide about what an engine says that it will do. What it can do is decided by its box.
 */
final class Rules {
    private static final Set<String> LOOKING_TOOLS =
            Set.of("Read", "Glob", "Grep", "LS", "NotebookRead", "TodoWrite", "read", "search");
    private static final Set<String> CHANGING_TOOLS =
            Set.of("Edit", "MultiEdit", "Write", "NotebookEdit", "apply_patch");

    /** None of them can write a file or start another program, whatever its options. */
    static final Set<String> LOOK = Set.of(
            "ls",
            "pwd",
            "cat",
            "head",
            "tail",
            "wc",
            "grep",
            "stat",
            "du",
            "df",
            "cut",
            "basename",
            "dirname",
            "realpath");

    private static final Pattern SECRETS = Pattern.compile(
            "\\.ssh|\\.aws|\\.gnupg|\\.netrc|\\.npmrc|\\.pypirc|\\.kube|\\.docker|\\.env\\b|\\bid_(rsa|ed25519|ecdsa)"
                    + "|credential|secret|passwd|password|token|api_?key|private_?key|\\.pem\\b|\\.p12\\b|\\.claude|\\.codex"
                    + "|/proc/|/run/|environ");

    private static final Pattern DESTROYS = Pattern.compile(
            "\\brm\\b|\\bdd\\b|\\bmkfs|\\bshred\\b|\\btruncate\\b|\\bsudo\\b|\\bchmod\\b|\\bchown\\b|\\bkill(all)?\\b|\\bpkill\\b"
                    + "|--force|\\breset --hard|\\bclean -|\\bpush\\b|\\bpublish\\b|\\bdrop (table|database)\\b|\\bdelete\\b");

    private final Predicate<GrantKey> granted;

    /**
     * Rules of a conversation.
     *
     * @param granted what the owner has allowed for it
     */
    Rules(Predicate<GrantKey> granted) {
        this.granted = granted;
    }

    /** The name of the rule by which this is allowed; empty if the owner is to be asked. */
    Optional<String> allowing(RunningTurn turn, ToolUse use) {
        return allowing(turn.approvals(), turn.workFolder(), use);
    }

    Optional<String> allowing(Approvals approvals, Path workFolder, ToolUse use) {
        if (approvals == Approvals.FULL) {
            return Optional.of("full");
        }
        if (guarded(use)) {
            return Optional.empty();
        }
        if (GrantKey.of(use).filter(granted).isPresent()) {
            return Optional.of("grant");
        }
        return approvals == Approvals.AUTO && harmless(use, workFolder) ? Optional.of("auto") : Optional.empty();
    }

    /** Whether this is asked for although the owner has allowed the like of it. */
    static boolean guarded(ToolUse use) {
        String said = use.whole().toLowerCase(Locale.ROOT);
        boolean content = CHANGING_TOOLS.contains(use.tool());
        // What is written into a file may speak of anything; where it is written may not.
        String about = content && !use.files().isEmpty()
                ? String.join("\n", use.files()).toLowerCase(Locale.ROOT)
                : said;
        return SECRETS.matcher(about).find()
                || use.deletes()
                || (use.shell() && DESTROYS.matcher(said).find());
    }

    private static boolean harmless(ToolUse use, Path workFolder) {
        if (use.shell()) {
            return use.command()
                    .flatMap(GrantKey::program)
                    .filter(LOOK::contains)
                    .isPresent();
        }
        return LOOKING_TOOLS.contains(use.tool())
                || (CHANGING_TOOLS.contains(use.tool())
                        && !use.files().isEmpty()
                        && use.files().stream().allMatch(file -> within(file, workFolder)));
    }

    private static boolean within(String file, Path folder) {
        try {
            Path path = Path.of(file);
            return path.isAbsolute()
                    && path.equals(path.normalize())
                    && path.startsWith(folder)
                    && !path.equals(folder);
        } catch (InvalidPathException notAPath) {
            return false;
        }
    }
}
