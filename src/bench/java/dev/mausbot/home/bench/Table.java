package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown, so that what is printed can be put into {@code docs/performance.md} as it is. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... heads) {
        rows.add(List.of(heads));
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    void print() {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < rows.getFirst().size(); column++) {
            int at = column;
            widths.add(rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0));
        }
        print(rows.getFirst(), widths);
        print(widths.stream().map("-"::repeat).toList(), widths);
        rows.stream().skip(1).forEach(row -> print(row, widths));
        System.out.println();
    }

    /** The first column is a name, the others are numbers. */
    private static void print(List<String> cells, List<Integer> widths) {
        StringBuilder line = new StringBuilder("|");
        for (int column = 0; column < cells.size(); column++) {
            String pad = " ".repeat(widths.get(column) - cells.get(column).length());
            line.append(' ')
                    .append(column == 0 ? cells.get(column) + pad : pad + cells.get(column))
                    .append(" |");
        }
        System.out.println(line);
    }

    /** Says where the numbers above were taken; the load tells whether anything else was running. */
    static void printMachine() throws IOException {
        String cpu = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).trim())
                .orElse("unknown CPU");
        System.out.printf(
                Locale.ROOT,
                "Machine: %d cores, %s; Linux %s; %s %s; user %s; load average %s%n",
                Runtime.getRuntime().availableProcessors(),
                cpu,
                System.getProperty("os.version"),
                System.getProperty("java.vm.name"),
                System.getProperty("java.version"),
                System.getProperty("user.name"),
                Files.readString(Path.of("/proc/loadavg")).trim());
    }
}
