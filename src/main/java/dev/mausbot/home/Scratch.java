package dev.mausbot.home;

import dev.mausbot.home.boot.DataFolder;
import dev.mausbot.home.boot.FolderTree;
import dev.mausbot.home.boot.Opened;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Where the server's libraries put the files that they unpack from the program: SQLite's own library, the page's files.
 * By themselves they take {@code /tmp}, under names that another user of the machine can have taken before, so that what
 * the server loads and serves would be his; and what a server leaves there that was killed, nobody removes. This is a
 * folder in the data folder, and who holds that one's lock empties it at every start.
 */
final class Scratch {
    private static final String LIBRARY = "libsqlitejdbc.so";
    /** As the library's own archive names them, by {@code os.arch}. */
    private static final Map<String, String> ARCHITECTURES = Map.of("amd64", "x86_64", "aarch64", "aarch64");

    private final Path folder;

    private Scratch(Path folder) {
        this.folder = folder;
    }

    /** Empties the folder of a data folder that is this server's. */
    static Scratch in(DataFolder data) throws IOException {
        Path folder = data.path().resolve("scratch");
        FolderTree.delete(folder);
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return new Scratch(folder);
    }

    /** What the framework has to be told. */
    Map<String, String> settings() {
        return Map.of("quarkus.vertx.cache-directory", folder.resolve("page").toString());
    }

    /**
     * Loads SQLite's library and leaves no file of it. Its Java side would find out what it runs on by starting a program
     * and reading every mapping of this one, and would read what it has written back byte by byte: a fifth of a native
     * server's start.
     */
    Opened<Scratch> loadDatabase() throws IOException {
        System.setProperty("org.sqlite.tmpdir", folder.toString());
        Path library = folder.resolve(LIBRARY);
        String architecture = System.getProperty("os.arch");
        if (ARCHITECTURES.containsKey(architecture)) {
            unpack("/org/sqlite/native/Linux/" + ARCHITECTURES.get(architecture) + "/" + LIBRARY, library);
            System.setProperty("org.sqlite.lib.path", folder.toString());
            System.setProperty("org.sqlite.lib.name", LIBRARY);
        }
        try {
            SQLiteJDBCLoader.initialize();
            return new Opened.Ready<>(this);
        } catch (Exception unloadable) { // as it is declared; none of them is anything else
            return new Opened.Refused<>("SQLite's library cannot be loaded from " + folder + " ("
                    + unloadable.getMessage() + "): if that file system is mounted noexec, mount it without");
        } finally {
            Files.deleteIfExists(library);
        }
    }

    private static void unpack(String resource, Path to) throws IOException {
        try (InputStream content = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            if (content == null) {
                throw new FileNotFoundException(resource + " is not in this program: build it again");
            }
            Files.copy(content, to);
        }
    }
}
