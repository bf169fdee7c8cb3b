package dev.mausbot.home.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.gate.ask.Question;
import dev.mausbot.home.turn.Approvals;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RulesTest {
    private static final Path WORK = Path.of("/w/bot");
    private static final Rules NOTHING_GRANTED = new Rules(key -> false);
    private static final Rules ALL_GRANTED = new Rules(key -> true);

    private static Optional<String> auto(ToolUse use) {
        return NOTHING_GRANTED.allowing(Approvals.AUTO, WORK, use);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ls", "ls -la src", "cat a/b.txt", "grep -rn word src", "wc -l a", "head -n 3 a"})
    void autoAllowsLooking(String command) {
        assertThat(auto(GrantKeyTest.bash(command))).contains("auto");
        assertThat(NOTHING_GRANTED.allowing(Approvals.ASK, WORK, GrantKeyTest.bash(command)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "touch a",
                "ls; touch a",
                "ls > a",
                "cat $(touch a)",
                "git status",
                "sort -o a b",
                "unknown",
                "curl https://example.com",
                "cat .ssh/id_rsa",
                "cat .env",
                "grep -r password .",
                "ls ../.aws",
                "cat /proc/self/environ",
                "cat /run/omb/x",
                "cat .claude/settings.json",
                "head token.txt"
            })
    void autoAsksForTheRest(String command) {
        assertThat(auto(GrantKeyTest.bash(command))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Write, /w/bot/a.txt, true",
        "Edit, /w/bot/src/tokenizer/a.c, false",
        "Write, /w/bot/.env, false",
        "Write, /w/bot, false",
        "Write, /w/bot/../other/a, false",
        "Write, /w/botx/a, false",
        "Write, a.txt, false",
        "Write, /etc/passwd, false",
        "Unknown, /w/bot/a.txt, false",
        "Read, /anywhere, true",
        "Read, /home/me/.ssh/id_ed25519, false"
    })
    void autoAllowsFilesOfTheWorkingFolder(String tool, String file, boolean allowed) {
        Map<String, String> input = Map.of("file_path", file, "content", "rm -rf / password");
        assertThat(auto(GrantKeyTest.use(tool, tool.equals("Read") ? Map.of("file_path", file) : input))
                        .isPresent())
                .isEqualTo(allowed);
    }

    @Test
    void knowsWhatCodexAsksAsAShellsText() {
        ToolUse ls = GrantKeyTest.use(
                "shell", Map.of("command", "ls -l", "commandLine", "/bin/bash -lc 'ls -l'", "cwd", "/w/bot"));
        assertThat(auto(ls)).contains("auto");
        assertThat(GrantKey.of(ls)).contains(new GrantKey("shell", "ls"));
        assertThat(GrantKey.of(GrantKeyTest.use("shell", Map.of("commandLine", "ls", "kind", "writeStdin"))))
                .isEmpty();
    }

    private static ToolUse patch(String changes) {
        return ToolUse.of(new Question.Permission(
                "1", "apply_patch", "{\"changes\":" + changes.replace('\'', '"') + ",\"reason\":\"password\"}", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{'path':'/w/bot/a','kind':{'type':'add'},'diff':'rm -rf / password'}] | true",
                "[{'path':'/w/bot/a','kind':{'type':'update','move_path':null}},{'path':'/w/bot/b/c'}] | true",
                "[{'path':'/w/bot/a','kind':{'type':'update','move_path':'/w/bot/b'}}] | true",
                "[{'path':'/w/bot/a','kind':{'type':'update','move_path':'/etc/b'}}] | false",
                "[{'path':'/w/bot/a','kind':{'type':'update','move_path':{}}}] | false",
                "[{'path':'/w/bot/a'},{'path':'/etc/passwd'}] | false",
                "[{'path':'/w/bot/a'},{}] | false",
                "[{'path':'/w/bot/a'},7] | false",
                "[{'path':'/w/bot/.env'}] | false",
                "[{'path':'/w/bot/a','kind':{'type':'delete'}}] | false",
                "[] | false",
                "'/w/bot/a' | false"
            })
    void autoAllowsAPatchIfAllOfItsFilesAreInTheWorkingFolder(String changes, boolean allowed) {
        assertThat(auto(patch(changes)).isPresent()).isEqualTo(allowed);
    }

    @Test
    void aDeletedFileIsAskedForWhateverWasGranted() {
        assertThat(ALL_GRANTED.allowing(Approvals.ASK, WORK, patch("[{'path':'/w/bot/a','kind':{'type':'delete'}}]")))
                .isEmpty();
        assertThat(ALL_GRANTED.allowing(Approvals.ASK, WORK, patch("[{'path':'/etc/a','kind':{'type':'add'}}]")))
                .contains("grant");
    }

    @Test
    void autoAsksForEveryToolOfAServer() {
        assertThat(auto(GrantKeyTest.use("mcp__mail__list", Map.of()))).isEmpty();
    }

    @Test
    void aGrantCoversItsLikeAndNoMore() {
        Rules granted = new Rules(new GrantKey("Bash", "touch")::equals);
        for (Approvals approvals : new Approvals[] {Approvals.ASK, Approvals.AUTO}) {
            assertThat(granted.allowing(approvals, WORK, GrantKeyTest.bash("touch b")))
                    .contains("grant");
            assertThat(granted.allowing(approvals, WORK, GrantKeyTest.bash("touch b; ls")))
                    .isEmpty();
            assertThat(granted.allowing(approvals, WORK, GrantKeyTest.bash("touch2 b")))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rm -r a", "chmod 777 a", "npm publish", "cp a .ssh/authorized", "docker push x", "dd if=a"})
    void whatDestroysOrTouchesSecretsIsAskedWhateverWasGranted(String command) {
        assertThat(ALL_GRANTED.allowing(Approvals.ASK, WORK, GrantKeyTest.bash(command)))
                .isEmpty();
        assertThat(ALL_GRANTED.allowing(Approvals.AUTO, WORK, GrantKeyTest.bash(command)))
                .isEmpty();
        assertThat(ALL_GRANTED.allowing(Approvals.FULL, WORK, GrantKeyTest.bash(command)))
                .contains("full");
    }

    @Test
    void noProgramOfTheRulesRunsOthers() {
        assertThat(Rules.LOOK)
                .allSatisfy(program ->
                        assertThat(GrantKey.of(GrantKeyTest.bash(program))).contains(new GrantKey("Bash", program)));
    }
}
