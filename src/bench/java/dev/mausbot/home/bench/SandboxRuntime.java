package dev.mausbot.home.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * {@code @anthropic-ai/sandbox-runtime}, by its command line and as a library in a Node process that stays. It
 * shows the whole file system read-only: fewer mounts than a box has.
 *
 * @param program its {@code srt}
 * @param work the folder that commands run in
 */
record SandboxRuntime(Path program, Path work) {
    /** Reads a command a line, runs it in a sandbox, answers with the exit code. */
    private static final String LIBRARY = """
            import { spawn } from 'node:child_process'
            import { createInterface } from 'node:readline'
            const { SandboxManager } = await import(process.argv[2])
            await SandboxManager.initialize({
              network: { allowedDomains: ['example.com'], deniedDomains: [] },
              filesystem: { denyRead: [], allowWrite: [process.cwd()], denyWrite: [] },
            })
            console.log('ready')
            for await (const line of createInterface({ input: process.stdin })) {
              const wrapped = await SandboxManager.wrapWithSandbox(line)
              const child = spawn(wrapped, { shell: true, stdio: 'ignore' })
              console.log(await new Promise(done => child.on('exit', done)))
            }
            await SandboxManager.reset()
            """;

    /** The one that the front door has installed, if it works here. */
    static Optional<SandboxRuntime> find(Scratch scratch) throws IOException, InterruptedException {
        String named = System.getenv().getOrDefault("OMB_BENCH_SRT", "");
        if (named.isEmpty()) {
            System.out.println("SKIPPED: sandbox-runtime; set OMB_BENCH_SRT to its srt, as ./home bench does.");
            return Optional.empty();
        }
        SandboxRuntime found = new SandboxRuntime(Path.of(named), scratch.folder("srt"));
        try {
            found.run("/bin/true");
            return Optional.of(found);
        } catch (IOException broken) {
            System.out.println("SKIPPED: sandbox-runtime does not start here (it needs ripgrep, socat and bwrap): "
                    + broken.getMessage());
            return Optional.empty();
        }
    }

    void run(String command) throws IOException, InterruptedException {
        Commands.run(commandLine(command));
    }

    private ProcessBuilder commandLine(String... command) {
        ProcessBuilder builder = new ProcessBuilder(program.toString()).directory(work.toFile());
        builder.command().addAll(List.of(command));
        return builder;
    }

    /** Started and waiting in a sandbox, for the memory that it takes. */
    Process start(String... command) throws IOException {
        return commandLine(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    Library library() throws IOException {
        Path script = Files.writeString(work.resolveSibling("library.mjs"), LIBRARY);
        Path index = program.toRealPath().resolveSibling("index.js");
        Process node = new ProcessBuilder("node", script.toString(), index.toString())
                .directory(work.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Library library = new Library(
                node, new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8)));
        library.expect("ready");
        return library;
    }

    /** A Node process that holds the library, its proxies started. */
    record Library(Process node, BufferedReader answers) implements AutoCloseable {
        void run(String command) throws IOException {
            begin(command);
            expect("0");
        }

        void begin(String command) throws IOException {
            OutputStream input = node.getOutputStream();
            input.write((command + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        }

        private void expect(String answer) throws IOException {
            String line = answers.readLine();
            if (!answer.equals(line)) {
                node.destroy();
                throw new IOException("sandbox-runtime's library answered " + line);
            }
        }

        /** At the end of its input it goes by itself; TERM it would ignore, and a sandbox would stay. */
        @Override
        public void close() throws IOException {
            List<ProcessHandle> sandboxes = node.descendants().toList();
            node.getOutputStream().close();
            sandboxes.reversed().forEach(ProcessHandle::destroyForcibly);
            try {
                if (!node.waitFor(5, TimeUnit.SECONDS)) {
                    node.destroyForcibly();
                }
            } catch (InterruptedException stop) {
                node.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
