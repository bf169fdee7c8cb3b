package dev.mausbot.home.inside;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Looks for a provider's key without knowing it: by how it begins and how long it is, and then by the SHA-256 of what was
 * found. So the search itself brings no key into the box.
 */
final class KeyAttempts {
    private static final int PIECE = 1 << 20;

    private final byte[] beginning;
    private final int length;
    private final byte[] digest;

    private KeyAttempts(List<String> description) {
        this.beginning = description.get(0).getBytes(StandardCharsets.ISO_8859_1);
        this.length = Integer.parseInt(description.get(1));
        this.digest = HexFormat.of().parseHex(description.get(2));
    }

    static Map<String, Attempt> all() {
        return Map.of(
                "key-not-in-environment", arguments -> new KeyAttempts(arguments).inEnvironment(System.getenv()),
                "key-not-in-files",
                        arguments -> new KeyAttempts(arguments)
                                .inFiles(
                                        Long.parseLong(arguments.get(3)),
                                        arguments.subList(4, arguments.size()).stream()
                                                .map(Path::of)
                                                .toList()));
    }

    private Seen inEnvironment(Map<String, String> variables) {
        for (Map.Entry<String, String> one : variables.entrySet()) {
            byte[] value = one.getValue().getBytes(StandardCharsets.ISO_8859_1);
            if (isIn(value, value.length)) {
                return Seen.broken("the key is in " + one.getKey());
            }
        }
        return Seen.holds("in none of " + variables.size() + " variables");
    }

    /**
     * Looks at so many bytes at most, and says how many it looked at; links are not followed. Where there is more, nothing is
     * proven of the rest: a bot that fills its folder must not hide a key behind what it wrote.
     */
    private Seen inFiles(long most, List<Path> folders) throws IOException {
        Search search = new Search(most);
        for (Path folder : folders) {
            if (Files.exists(folder)) {
                Files.walkFileTree(folder, search);
            }
        }
        String searched = search.files + " files, " + search.looked + " bytes";
        if (!search.found.isEmpty()) {
            return Seen.broken("the key is in " + search.found);
        }
        return search.more
                ? Seen.broken("there is more than could be searched: " + searched)
                : Seen.holds("in none of " + searched);
    }

    private final class Search extends SimpleFileVisitor<Path> {
        private final long most;
        private long looked;
        private int files;
        private String found = "";
        private boolean more;

        Search(long most) {
            this.most = most;
        }

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
            if (attributes.isRegularFile() && Files.isReadable(path)) {
                files++;
                look(path);
            }
            return found.isEmpty() && !more ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path path, IOException closed) {
            return FileVisitResult.CONTINUE;
        }

        private void look(Path path) throws IOException {
            byte[] piece = new byte[PIECE];
            int kept = 0;
            try (InputStream in = Files.newInputStream(path)) {
                for (int read = in.readNBytes(piece, kept, PIECE - kept);
                        read > 0;
                        read = in.readNBytes(piece, kept, PIECE - kept)) {
                    if (looked >= most) {
                        more = true;
                        return;
                    }
                    looked += read;
                    if (isIn(piece, kept + read)) {
                        found = path.toString();
                        return;
                    }
                    // A key may lie across two pieces.
                    int next = Math.min(length - 1, kept + read);
                    System.arraycopy(piece, kept + read - next, piece, 0, next);
                    kept = next;
                }
            }
        }
    }

    private boolean isIn(byte[] bytes, int end) {
        for (int at = 0; at + length <= end; at++) {
            if (beginsAt(bytes, at) && isKey(Arrays.copyOfRange(bytes, at, at + length))) {
                return true;
            }
        }
        return false;
    }

    private boolean beginsAt(byte[] bytes, int at) {
        for (int i = 0; i < beginning.length; i++) {
            if (bytes[at + i] != beginning[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean isKey(byte[] candidate) {
        try {
            return MessageDigest.isEqual(MessageDigest.getInstance("SHA-256").digest(candidate), digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
