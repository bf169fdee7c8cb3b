package dev.mausbot.home.box;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names in a folder that a box may write which are read-only all the same, because what is written there runs later
 * and elsewhere: in the owner's shell, editor or git, or in another bot's turn. Those that are missing are kept from
 * appearing while a box is there. The table cannot be complete (a Makefile runs too); it holds what runs without being
 * asked for, at the top of the folder: a repository that a bot makes in a sub-folder is the bot's own.
 */
final class DenyWrite {
    /** What stands in for a missing name while boxes run. */
    enum StandIn {
        /**
         * An empty folder, whatever the name usually is: git does not see it, so a bot's {@code git add -A} does not
         * pick it up, and removing it can never lose anything.
         */
        FOLDER,
        /** A file with this row's content, because a program reads the name and would stumble over a folder. */
        FILE
    }

    /** What becomes of a missing name whose folder is missing, too. */
    enum Around {
        /** The folder is made, with the stand-in in it. */
        MADE,
        /** Nothing: without the folder around it, the name means nothing. */
        NEEDED
    }

    /**
     * One protected name.
     *
     * @param name relative to the folder
     * @param around whether its stand-in needs a folder that is there already
     * @param standIn what keeps it from appearing
     * @param content of a stand-in file
     */
    record Row(Path name, Around around, StandIn standIn, String content) {}

    private static final List<String> SHELL_START = List.of(
            ".bashrc",
            ".bash_profile",
            ".bash_login",
            ".bash_logout",
            ".bash_aliases",
            ".profile",
            ".zshrc",
            ".zshenv",
            ".zprofile",
            ".zlogin",
            ".zlogout");

    private static final List<String> EDITORS = List.of(".vscode", ".idea", ".cursor");

    /** In a repository. A bot may make one where there is none; then they are its own until the next box. */
    private static final List<Row> GIT = List.of(
            new Row(Path.of(".git/hooks"), Around.NEEDED, StandIn.FOLDER, ""),
            new Row(Path.of(".git/config"), Around.NEEDED, StandIn.FILE, ""),
            new Row(Path.of(".git/config.worktree"), Around.NEEDED, StandIn.FILE, ""),
            // Leads git to another folder's config and hooks; "." is this one (gitrepository-layout(5)).
            new Row(Path.of(".git/commondir"), Around.NEEDED, StandIn.FILE, ".\n"));

    /** In a working folder: git's hooks and settings, editors' folders, and all that engines obey. */
    private static final List<Row> WORK = Stream.of(
                    GIT,
                    folders(".mcp.json"),
                    folders(SHELL_START),
                    folders(EDITORS),
                    folders(".claude", ".codex", ".opencode", ".gemini", ".grok", ".qwen"))
            .flatMap(List::stream)
            .toList();

    /** OpenCode's own, each kind under both names that it has for it. */
    private static final List<Row> OPENCODE = Stream.of(
                    files(
                            "{}\n",
                            List.of(
                                    ".config/opencode/opencode.json",
                                    ".config/opencode/opencode.jsonc",
                                    ".config/opencode/config.json")),
                    files("", List.of(".config/opencode/AGENTS.md")),
                    folders(Stream.of("agent", "command", "mode", "plugin", "skill", "tool")
                            .flatMap(kind -> Stream.of(kind, kind + "s"))
                            .map(".config/opencode/"::concat)
                            .toList()),
                    // An old form of its settings, which it would still take over.
                    folders(".config/opencode/config"))
            .flatMap(List::stream)
            .toList();

    /** In HOME: the same kinds, but an engine's own state beside its settings stays writable. */
    private static final List<Row> HOME = Stream.of(
                    files("", SHELL_START),
                    files("", List.of(".gitconfig", ".mcp.json")),
                    folders(EDITORS),
                    // Where shells, git and desktops look for what to run besides; ~/bin joins PATH when it is there.
                    folders(".ssh", "bin", ".local/bin", ".local/share/systemd"),
                    folders(".config/git", ".config/fish", ".config/autostart", ".config/systemd"),
                    folders(".config/environment.d"),
                    files("{}\n", List.of(".claude/settings.json", ".claude/settings.local.json")),
                    folders(".claude/commands", ".claude/agents", ".claude/hooks", ".claude/skills"),
                    files("", List.of(".claude/CLAUDE.md", ".codex/config.toml", ".codex/AGENTS.md")),
                    // Codex's rules say what it need not ask for.
                    folders(".codex/prompts", ".codex/hooks", ".codex/rules", ".grok/hooks"),
                    OPENCODE)
            .flatMap(List::stream)
            .toList();

    private DenyWrite() {}

    /** The protected names of a working folder. */
    static List<Row> inWork() {
        return WORK;
    }

    /** The protected names of HOME. */
    static List<Row> inHome() {
        return HOME;
    }

    private static List<Row> folders(String... names) {
        return folders(List.of(names));
    }

    private static List<Row> folders(List<String> names) {
        return rows(StandIn.FOLDER, "", names);
    }

    private static List<Row> files(String content, List<String> names) {
        return rows(StandIn.FILE, content, names);
    }

    private static List<Row> rows(StandIn standIn, String content, List<String> names) {
        return names.stream()
                .map(name -> new Row(Path.of(name), Around.MADE, standIn, content))
                .toList();
    }
}
