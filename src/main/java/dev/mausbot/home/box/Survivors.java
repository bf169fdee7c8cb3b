package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * What is left of the boxes of a process that was killed. A box dies with the one that started it, but for a few
 * milliseconds: bwrap asks the kernel for that ({@code PR_SET_PDEATHSIG}) in the first process of a box only when its mounts
 * are made, and until then nobody kills that one. It goes on then, without gates, and nobody waits for it.
 */
final class Survivors {
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final long LOOK_NANOS = 1_000_000;

    /** The places of its boxes, of which each has files that nobody else has. */
    private final List<BoxPlace> places;

    private Survivors(List<BoxPlace> places) {
        this.places = places;
    }

    /** The boxes of the process whose folder this was. */
    static Survivors of(Path owner) throws IOException {
        List<BoxPlace> places = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(owner, Files::isDirectory)) {
            folders.forEach(folder -> places.add(BoxPlace.at(folder)));
        }
        return new Survivors(places);
    }

    /**
     * Kills them all.
     *
     * @throws IOException if one is still there 2 s later
     */
    void end() throws IOException {
        List<ProcessHandle> left =
                ProcessHandle.allProcesses().filter(this::isOne).toList();
        left.forEach(ProcessHandle::destroyForcibly);
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (left.stream().anyMatch(this::isOne)) {
            if (System.nanoTime() > deadline) {
                throw new IOException("processes of a box that a killed server left do not end: "
                        + left.stream().map(ProcessHandle::pid).toList());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** By what it has open or sees, not by its number or its words, which may be anybody's. */
    private boolean isOne(ProcessHandle process) {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        return places.stream().anyMatch(place -> reads(proc, place) || sees(proc, place));
    }

    /** Before it is in its box, bwrap has these of the place open ({@link Descriptors}). */
    private static boolean reads(Path proc, BoxPlace place) {
        return same(proc.resolve("fd/3"), place.options()) || same(proc.resolve("fd/5"), place.status());
    }

    private static boolean sees(Path proc, BoxPlace place) {
        return same(proc.resolve("root").resolve(Path.of("/").relativize(Entry.WORDS_INSIDE)), Entry.words(place));
    }

    /** Not ours to look at, or gone by now: not the same. */
    private static boolean same(Path seen, Path ours) {
        try {
            return Files.isSameFile(seen, ours);
        } catch (IOException unseen) {
            return false;
        }
    }
}
