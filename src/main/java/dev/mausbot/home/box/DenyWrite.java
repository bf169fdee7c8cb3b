package dev.mausbot.home.box;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names in a folder that a box may write which are read-only all the same, because what is written there runs later
 * and elsewhere: in the owner's shell, editor or git, or in another bot's turn. Those that are missing are kept from
 * appearing while a box is there. The table cannot be complete (a Makefile runs too); it holds what runs without being
 * asked for.
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
        FILE,
        /** Nothing: without the folder around it, the name means nothing. */
        NONE
    }

    /**
     * One protected name.
     *
     * @param name relative to the folder
     * @param standIn what keeps it from appearing
     * @param content of a stand-in file
     */
    record Row(Path name, StandIn standIn, String content) {}

    private static final List<String> SHELL_START = List.of(
            ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".zshrc", ".zshenv", ".zprofile");

    private static final List<String> EDITORS = List.of(".vscode", ".idea", ".cursor");

    /** In a working folder: git's hooks and settings, editors' folders, and all that engines obey. */
    private static final List<Row> WORK = Stream.of(
                    rows(StandIn.NONE, "", List.of(".git/hooks", ".git/config")),
                    rows(StandIn.FOLDER, "", List.of(".mcp.json")),
                    rows(StandIn.FOLDER, "", SHELL_START),
                    rows(StandIn.FOLDER, "", EDITORS),
                    rows(StandIn.FOLDER, "", List.of(".claude", ".codex", ".opencode", ".gemini", ".grok", ".qwen")))
            .flatMap(List::stream)
            .toList();

    /** In HOME: the same kinds, but an engine's own state beside its settings stays writable. */
    private static final List<Row> HOME = Stream.of(
                    rows(StandIn.FILE, "", SHELL_START),
                    rows(StandIn.FILE, "", List.of(".gitconfig", ".mcp.json")),
                    rows(StandIn.FOLDER, "", EDITORS),
                    rows(StandIn.FOLDER, "", List.of(".ssh", ".config/autostart", ".config/systemd", ".local/bin")),
                    rows(StandIn.FILE, "{}\n", List.of(".claude/settings.json", ".claude/settings.local.json")),
                    rows(
                            StandIn.FOLDER,
                            "",
                            List.of(".claude/commands", ".claude/agents", ".claude/hooks", ".claude/skills")),
                    rows(StandIn.FILE, "", List.of(".claude/CLAUDE.md", ".codex/config.toml", ".codex/AGENTS.md")),
                    rows(StandIn.FOLDER, "", List.of(".codex/prompts", ".codex/hooks", ".grok/hooks")),
                    rows(StandIn.FILE, "{}\n", List.of(".config/opencode/opencode.json")),
                    rows(
                            StandIn.FOLDER,
                            "",
                            List.of(".config/opencode/agent", ".config/opencode/command", ".config/opencode/plugin")))
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

    private static List<Row> rows(StandIn standIn, String content, List<String> names) {
        return names.stream()
                .map(name -> new Row(Path.of(name), standIn, content))
                .toList();
    }
}
