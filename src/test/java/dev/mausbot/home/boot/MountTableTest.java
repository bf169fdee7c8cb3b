package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MountTableTest {
    private static final MountTable TABLE;

    static {
        try {
            TABLE = MountTable.parse(List.of(
                    "22 27 0:21 / /proc rw,relatime - proc proc rw",
                    "64 45 0:39 / /proc rw,nosuid shared:3 master:1 - proc proc rw,hidepid=invisible",
                    "70 45 8:1 /sub /a\\040b\\134c rw - ext4 /dev/sda1 rw"));
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    @Test
    void findsTheTopmostMount() {
        MountTable.Mount proc = TABLE.at(Path.of("/proc")).orElseThrow();
        assertThat(proc.options()).containsExactly("rw", "nosuid", "hidepid=invisible");
        assertThat(proc.shared()).containsExactly("rw", "hidepid=invisible");
        assertThat(proc.hidesProcesses()).isTrue();
        assertThat(TABLE.mounts().getFirst().hidesProcesses()).isFalse();
    }

    @Test
    void readsEscapedPaths() {
        assertThat(TABLE.at(Path.of("/a b\\c")).orElseThrow().type()).isEqualTo("ext4");
    }

    @Test
    void knowsNoMountWhereThereIsNone() {
        assertThat(TABLE.at(Path.of("/proc/self"))).isEmpty();
        assertThat(TABLE.at(Path.of("/"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "22 27 0:21 / /proc rw,relatime", "22 27 0:21 / /proc rw - proc", "- proc proc rw"})
    void guessesAtNoLineThatItCannotRead(String line) {
        assertThatThrownBy(() -> MountTable.parse(List.of(line))).isInstanceOf(IOException.class);
    }
}
