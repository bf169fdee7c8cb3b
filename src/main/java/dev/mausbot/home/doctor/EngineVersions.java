package dev.mausbot.home.doctor;

import dev.mausbot.home.boot.PassingFolder;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.boot.SystemPath;
import dev.mausbot.home.box.Box;
import dev.mausbot.home.box.BoxEnd;
import dev.mausbot.home.box.BoxEnvironment;
import dev.mausbot.home.box.BoxFolders;
import dev.mausbot.home.box.BoxPlace;
import dev.mausbot.home.box.BoxSpec;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.box.Started;
import dev.mausbot.home.engine.EngineProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Which engines are here, and of which version. A program from a folder that a bot may have written is never started but
 * in a box, so where no box works versions are not known.
 */
final class EngineVersions {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LONGEST = 100;

    private EngineVersions() {}

    /** One finding for each engine that is here, and one that names those that are not. */
    static List<Finding> find(List<EngineProgram> programs, Optional<BoxTools> tools, Path runtime) throws IOException {
        return find(programs, tools, runtime, PATIENCE);
    }

    /** The same with another patience for each of them. */
    static List<Finding> find(List<EngineProgram> programs, Optional<BoxTools> tools, Path runtime, Duration patience)
            throws IOException {
        List<Finding> findings = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (EngineProgram program : programs) {
            if (program.file().isEmpty()) {
                missing.add(program.name());
            } else if (tools.isEmpty()) {
                findings.add(Finding.ok(about(program), program.file().get() + ", not started: no box works here"));
            } else {
                findings.add(version(program, tools.get(), runtime, patience));
            }
        }
        if (findings.isEmpty()) {
            findings.add(Finding.note(
                    "engines",
                    "none is in PATH; only the shell works",
                    "npm install -g @anthropic-ai/claude-code, or another of " + String.join(", ", missing)));
        } else if (!missing.isEmpty()) {
            findings.add(Finding.ok("other engines", "not in PATH: " + String.join(", ", missing)));
        }
        return findings;
    }

    private static String about(EngineProgram program) {
        return "engine " + program.engine();
    }

    private static Finding version(EngineProgram program, BoxTools tools, Path runtime, Duration patience)
            throws IOException {
        Path file = program.file().orElseThrow();
        try (PassingFolder scratch = PassingFolder.make("doctor");
                Boxes boxes = Boxes.in(tools, runtime);
                BoxPlace place = boxes.place()) {
            return switch (boxes.start(spec(program, file, place, scratch.path(), runtime), place)) {
                case Started.Refused(String reason) -> broken(program, file, reason);
                case Started.Running(Box box) -> judge(program, file, box, patience);
            };
        }
    }

    private static BoxSpec spec(EngineProgram program, Path file, BoxPlace place, Path scratch, Path runtime)
            throws IOException {
        Path home = Files.createDirectory(scratch.resolve("home"));
        BoxFolders folders = new BoxFolders(
                Files.createDirectory(scratch.resolve("data")),
                runtime,
                BoxFolders.Home.real(home),
                Optional.empty(),
                Files.createDirectory(scratch.resolve("work")),
                List.of(),
                Program.current().readOnlyFolders(),
                program.needs());
        BoxEnvironment environment = BoxEnvironment.of(
                new BoxEnvironment.Person(home.toString(), "doctor", SystemPath.VALUE),
                /* gated= */ false,
                Map.of(),
                Map.of());
        return new BoxSpec(
                place.id(),
                folders,
                new BoxSpec.Network.None(),
                environment.variables(),
                List.of(),
                List.of(file.toString(), "--version"),
                BoxSpec.Sizes.standard(),
                /* terminal= */ false);
    }

    /** The end is waited for first: one who is silent and stays has no end of output either. */
    private static Finding judge(EngineProgram program, Path file, Box box, Duration patience) throws IOException {
        try {
            box.input().close();
            // What does not fit into its pipes stops it, and then it is out of time.
            BoxEnd end = box.ended().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            String said = new String(box.output().readNBytes(LONGEST), StandardCharsets.UTF_8);
            return end.exitCode() == 0
                    ? Finding.ok(about(program), firstLine(said) + " (" + file + ")")
                    : broken(program, file, "--version ends with " + end.exitCode());
        } catch (TimeoutException hangs) {
            return broken(program, file, "--version does not end within " + patience.toSeconds() + " s");
        } catch (ExecutionException failed) {
            return broken(program, file, "it could not be watched: " + failed.getMessage());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return broken(program, file, "interrupted");
        } finally {
            box.kill();
        }
    }

    private static Finding broken(EngineProgram program, Path file, String why) {
        return Finding.note(
                about(program),
                file + " does not start in a box: " + why,
                "install it again below /usr or /opt, and what it needs (apt-get install nodejs) in "
                        + SystemPath.VALUE);
    }

    private static String firstLine(String said) {
        return said.lines().findFirst().orElse("it says nothing").strip();
    }
}
