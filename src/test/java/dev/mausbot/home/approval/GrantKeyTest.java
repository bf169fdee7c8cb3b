package dev.mausbot.home.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.gate.ask.Question;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantKeyTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    static ToolUse use(String tool, Map<String, ?> input) {
        try {
            return ToolUse.of(new Question.Permission("1", tool, JSON.writeValueAsString(input), ""));
        } catch (com.fasterxml.jackson.core.JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static ToolUse bash(String command) {
        return use("Bash", Map.of("command", command, "description", "d"));
    }

    @ParameterizedTest
    @CsvSource({
        "ls, ls",
        "ls -la /tmp/a_b, ls",
        "cargo build --release, cargo",
        "g++ -O2 -o a a.cc, g++",
        "npm run build:x, npm"
    })
    void coversOneProgramInPlainWords(String command, String program) {
        assertThat(GrantKey.of(bash(command))).contains(new GrantKey("Bash", program));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ls",
                "ls ",
                "ls  -l",
                "ls\n",
                "ls\nrm -rf x",
                "ls\trm",
                "ls; rm x",
                "ls & rm x",
                "ls && rm x",
                "ls || rm x",
                "ls | sh",
                "ls > x",
                "ls < x",
                "ls $(rm x)",
                "ls `rm x`",
                "ls $HOME",
                "ls ~",
                "ls *",
                "ls ?",
                "ls [a]",
                "ls {a,b}",
                "ls 'a'",
                "ls \"a\"",
                "ls \\a",
                "ls #a",
                "ls !a",
                "ls ^a",
                "(ls)",
                "A=1 ls",
                "./ls",
                "/bin/ls",
                "../ls",
                "-ls",
                "l\u0455",
                "ls \u00a0a",
                "ls \u202ea",
                "ls\u0000",
                "bash x",
                "sh x",
                "sudo ls",
                "env ls",
                "xargs ls",
                "find . -delete",
                "python3 x.py",
                "node x",
                "perl x",
                "awk x",
                "sed -i x",
                "git status",
                "ssh host ls",
                "timeout 5 ls",
                "nohup ls",
                "eval ls",
                "make",
                "busybox ls"
            })
    void coversNothingElse(String command) {
        assertThat(GrantKey.of(bash(command))).isEmpty();
    }

    @Property
    void noCharacterThatAShellGivesAMeaningIsCovered(
            @ForAll @CharRange(from = '\0', to = '\u03ff') char odd, @ForAll String after) {
        boolean plain = String.valueOf(odd).matches("[A-Za-z0-9._/:=@%+, -]");
        if (!plain) {
            assertThat(GrantKey.program("ls a" + odd + after)).isEmpty();
            assertThat(GrantKey.program("ls" + odd)).isEmpty();
        }
    }

    @Test
    void isTheToolWhereThatIsNoShell() {
        assertThat(GrantKey.of(use("mcp__docs__search", Map.of("query", "a; b"))))
                .contains(new GrantKey("mcp__docs__search", ""));
        assertThat(GrantKey.of(use("Write", Map.of("file_path", "/w/a", "content", "x"))))
                .contains(new GrantKey("Write", ""));
    }

    @Test
    void isNothingWhereAShellsTextIsNotThatOfOneCommand() {
        assertThat(GrantKey.of(use("Bash", Map.of()))).isEmpty();
        assertThat(GrantKey.of(use("Bash", Map.of("command", java.util.List.of("ls")))))
                .isEmpty();
        assertThat(GrantKey.of(use("mcp__x__run", Map.of("script", "ls")))).isEmpty();
        assertThat(GrantKey.of(use("mcp__x__run", Map.of("command", "ls; rm x"))))
                .isEmpty();
        assertThat(GrantKey.of(use("execute", Map.of("rawInput", Map.of("command", "ls -l")))))
                .contains(new GrantKey("execute", "ls"));
    }
}
