package dev.mausbot.home;

import dev.mausbot.home.box.Box;
import dev.mausbot.home.box.BoxEnd;
import dev.mausbot.home.launch.OpenBox;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A box with a person before it: its input and outputs are this program's own. */
final class Attended {
    private static final Duration LAST_WAIT = Duration.ofSeconds(7);

    private Attended() {}

    /** Copies between the box and this program's own three streams until the box has ended. */
    static BoxEnd onPipes(OpenBox open) {
        Box box = open.box();
        Thread.ofPlatform().daemon().name("stdin").start(() -> copyInput(System.in, box.input()));
        CountDownLatch copied = new CountDownLatch(2);
        Thread.ofVirtual().name("stdout").start(() -> copy(box.output(), System.out, copied));
        Thread.ofVirtual().name("stderr").start(() -> copy(box.errors(), System.err, copied));
        BoxEnd end = open.over().join();
        await(copied);
        return end;
    }

    /** How our terminal is set now; to be asked before a box is started on it. */
    static Optional<String> terminalSettings() {
        return stty(List.of("-g"));
    }

    /** The box has a terminal of its own, started on ours; ours is put back as it was, however the box ended. */
    static BoxEnd onTerminal(OpenBox open, Optional<String> before) {
        try {
            return open.over().join();
        } finally {
            before.ifPresent(saved -> stty(List.of(saved)));
        }
    }

    private static void await(CountDownLatch copied) {
        try {
            if (!copied.await(LAST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("box: some of its output was lost: nobody read it in time");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the person's input ends, or the box's does. */
    private static void copyInput(InputStream from, OutputStream to) {
        try (to) {
            byte[] buffer = new byte[8192];
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                to.write(buffer, 0, read);
                to.flush();
            }
        } catch (IOException ended) {
            // A command that closed its input, or ended, wants no more of it.
        }
    }

    private static void copy(InputStream from, OutputStream to, CountDownLatch done) {
        try (from) {
            from.transferTo(to);
            to.flush();
        } catch (IOException closed) {
            System.err.println("box: its output could not be read to the end: " + closed.getMessage());
        } finally {
            done.countDown();
        }
    }

    private static Optional<String> stty(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(said) : Optional.empty();
        } catch (IOException missing) {
            return Optional.empty();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
