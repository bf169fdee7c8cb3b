package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Keep-alive GETs from 32 clients by {@code wrk}, straight or through a proxy, which is asked for absolute URLs.
 *
 * @param wrk the program
 * @param script how it asks and what it tells
 */
record Load(Path wrk, Path script) {
    private static final int CLIENTS = 32;
    private static final int THREADS = 2;

    private static final String SCRIPT = """
            function init(args)
              asked = wrk.format("GET", args[1], { ["Host"] = args[2] })
            end
            function request() return asked end
            function done(summary, latency, requests)
              local errors = summary.errors
              io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration,
                latency:percentile(50), latency:percentile(99),
                errors.connect + errors.read + errors.write + errors.status + errors.timeout))
            end
            """;

    /** What a run found. */
    record Result(double perSecond, double medianMillis, double p99Millis, long errors) {}

    static Load in(Scratch scratch, Path wrk) throws IOException {
        return new Load(wrk, scratch.file("load.lua", SCRIPT));
    }

    /**
     * Runs it.
     *
     * @param port the port to connect to
     * @param target what is asked for there
     * @param host the Host field
     */
    Result run(int seconds, int port, String target, String host) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(wrk.toString(), "-t" + THREADS, "-c" + CLIENTS));
        command.addAll(List.of("-d" + seconds + "s", "-s", script.toString(), "http://127.0.0.1:" + port + "/"));
        command.addAll(List.of("--", target, host));
        String output = Commands.output(command);
        String[] words = output.substring(output.indexOf("RESULT ")).strip().split(" ", -1);
        double micros = Double.parseDouble(words[2]);
        return new Result(
                Double.parseDouble(words[1]) / micros * 1e6,
                Double.parseDouble(words[3]) / 1e3,
                Double.parseDouble(words[4]) / 1e3,
                Long.parseLong(words[5]));
    }
}
