package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostFactsTest {
    @TempDir
    Path root;

    @Test
    void knowsWhoRunsThisTest() throws IOException {
        Path mine = Files.createFile(root.resolve("mine"));

        assertThat(HostFacts.current().uid()).isEqualTo(Files.getAttribute(mine, "unix:uid"));
        assertThat(HostFacts.current().memoryBytes()).isPositive();
    }

    @ParameterizedTest(name = "own {0}, above {1}: {2}")
    @CsvSource({"max, max, 2147483648", "1048576, max, 1048576", "max, 4096, 4096", "8192, 4096, 4096"})
    void isBoundByTheLowestLimitOfItsControlGroups(String own, String above, long expected) throws IOException {
        write("proc/self/status", "Name:\tjava\nUid:\t7\t1000\t1000\t1000\n");
        write("proc/meminfo", "MemTotal:        2097152 kB\nMemFree: 1 kB\n");
        write("proc/self/cgroup", "0::/above/own\n");
        write("sys/fs/cgroup/above/own/memory.max", own + "\n");
        write("sys/fs/cgroup/above/memory.max", above + "\n");

        assertThat(HostFacts.read(root)).isEqualTo(new HostFacts(1000, expected));
    }

    @Test
    void hasAllMemoryWithoutControlGroups() throws IOException {
        write("proc/self/status", "Uid:\t0\t0\t0\t0\n");
        write("proc/meminfo", "MemTotal: 1024 kB\n");

        assertThat(HostFacts.read(root)).isEqualTo(new HostFacts(0, 1L << 20));
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
