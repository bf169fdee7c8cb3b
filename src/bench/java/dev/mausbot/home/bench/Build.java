package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A way to start the program: what {@code ./home} has built, and told by its variables.
 *
 * @param quick for the commands without a framework; their words follow
 * @param server for the server
 */
record Build(String name, List<String> quick, List<String> server, Goals goals) {
    private static final String MAIN = "dev.mausbot.home.Main";

    /** What a native executable should reach; a JVM has no goals. */
    record Goals(String serveMillis, String serveMegabytes, String superviseMegabytes) {}

    /** The executable, if there is one, and the JVM's application. */
    static List<Build> all() throws IOException {
        List<Build> builds = new ArrayList<>();
        setting("OMB_BENCH_NATIVE")
                .ifPresentOrElse(
                        program -> builds.add(new Build(
                                "native",
                                List.of(program),
                                List.of(program, "serve"),
                                new Goals("150 ms", "90 MB", "15 MB"))),
                        () -> System.out.println("SKIPPED: the native executable, because there is none up to date:"
                                + " ./home native"));
        Path app = Path.of(setting("OMB_BENCH_APP").orElseThrow(() -> new IOException("use ./home bench start")));
        String java = setting("OMB_BENCH_JAVA").orElse("java");
        Path jar;
        try (Stream<Path> jars = Files.list(app.resolve("app"))) {
            jar = jars.findFirst().orElseThrow(() -> new IOException("no jar in " + app));
        }
        builds.add(new Build(
                "JVM",
                List.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-cp",
                        jar.toString(),
                        MAIN),
                List.of(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-jar",
                        app.resolve("quarkus-run.jar").toString(),
                        "serve"),
                new Goals("", "", "")));
        return builds;
    }

    static Optional<String> setting(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
    }
}
