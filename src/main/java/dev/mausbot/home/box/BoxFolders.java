package dev.mausbot.home.box;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The host's files that a box is about. All paths are absolute and real (no link in them).
 *
 * @param data the server's data folder: an empty private folder inside
 * @param runtime the folder of the server's sockets: not there inside
 * @param home HOME as the box sees it
 * @param bot the bot's own folder, read-write at its own path; empty where no bot is concerned
 * @param work where the command starts: the bot's folder, a folder in it, or any other folder, read-write
 * @param writable more folders to be read-write, at their own paths
 * @param program the folders of this program itself, read-only; never inside a folder that a box may write
 * @param readOnly files and folders to be put back read-only, at their own paths: the engine's program, the files that
 *     its command line names, the hook tokens
 */
public record BoxFolders(
        Path data,
        Path runtime,
        Home home,
        Optional<Path> bot,
        Path work,
        List<Path> writable,
        List<Path> program,
        List<Path> readOnly) {
    public BoxFolders {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(runtime, "runtime");
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(bot, "bot");
        Objects.requireNonNull(work, "work");
        writable = List.copyOf(writable);
        program = List.copyOf(program);
        readOnly = List.copyOf(readOnly);
    }

    /** The host's folders that the box may write, the outermost of each nest only. */
    List<Path> writableSources() {
        List<Path> all = new ArrayList<>(writable);
        all.add(home.source());
        bot.ifPresent(all::add);
        all.add(work);
        return all.stream()
                .distinct()
                .filter(one -> all.stream().noneMatch(other -> !other.equals(one) && one.startsWith(other)))
                .toList();
    }

    /**
     * HOME as a box sees it.
     *
     * @param source the host folder that is HOME: the server's own, or a private engine home in the data folder
     * @param inside the path at which the box sees it
     * @param logins names below the server's own HOME that are bound into a private one, read-write, because engines
     *     keep and renew their sign-ins there; only those that exist
     */
    public record Home(Path source, Path inside, List<Login> logins) {
        public Home {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(inside, "inside");
            logins = List.copyOf(logins);
        }

        /** The host's HOME itself. */
        public static Home real(Path home) {
            return new Home(home, home, List.of());
        }
    }

    /** An engine's sign-in: where it is on the host, and its name below HOME. */
    public record Login(Path source, Path name) {}
}
