package dev.mausbot.home.supervisor;

import dev.mausbot.home.boot.Secrets;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The server as a process: its outputs are ours, its secrets go in over its input, which is then closed. */
final class ServerProcess implements Servers.Running {
    private final Process process;

    private ServerProcess(Process process) {
        this.process = process;
    }

    /**
     * How it is started, again and again.
     *
     * @param command the whole command line, which makes it an ordinary user's
     * @param folder its working folder
     * @param environment what it gets of ours
     * @param log where is told that a server did not want its secrets
     */
    static Servers servers(List<String> command, Path folder, ServerEnvironment environment, Consumer<String> log) {
        return () -> {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().clear();
            builder.environment().putAll(environment.variables());
            Process process = builder.start();
            byte[] document = Secrets.document(environment.secrets());
            // A server that reads nothing must not hold up its own end.
            Thread.ofPlatform().daemon().name("secrets").start(() -> tell(process.getOutputStream(), document, log));
            return new ServerProcess(process);
        };
    }

    private static void tell(OutputStream input, byte[] document, Consumer<String> log) {
        try (input) {
            input.write(document);
        } catch (IOException ended) {
            log.accept("the server ended before it had read its secrets");
        }
    }

    @Override
    public int await() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void ask() {
        process.destroy();
    }

    @Override
    public void kill() {
        process.destroyForcibly();
    }
}
