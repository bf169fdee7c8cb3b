package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A user of this machine ({@code passwd(5)}).
 *
 * @param name its name
 * @param uid its number
 * @param gid the number of its own group
 * @param home its home folder, as the file says it
 */
public record Account(String name, int uid, int gid, String home) {
    private static final Path USERS = Path.of("/etc/passwd");
    private static final Path GROUPS = Path.of("/etc/group");
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_-]{0,31}");
    private static final String ROOT = "0";

    /** The user of that name, if there is one. */
    public static Optional<Account> find(String name) throws IOException {
        return lines(USERS, 7)
                .filter(fields -> fields.getFirst().equals(name))
                .map(fields -> new Account(
                        name, Integer.parseInt(fields.get(2)), Integer.parseInt(fields.get(3)), fields.get(5)))
                .findFirst();
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Whether it is in root's group, whose members see through {@code hidepid} ({@code proc(5)}, {@code gid=}). */
    public boolean isInRootsGroup() throws IOException {
        return gid == 0
                || lines(GROUPS, 4)
                        .filter(fields -> fields.get(2).equals(ROOT))
                        .anyMatch(fields -> List.of(fields.get(3).split(",")).contains(name));
    }

    private static Stream<List<String>> lines(Path file, int fields) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                .map(line -> List.of(line.split(":", -1)))
                .filter(line -> line.size() == fields);
    }
}
