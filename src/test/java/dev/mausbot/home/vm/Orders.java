package dev.mausbot.home.vm;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Scanner;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The line to the platform's init in the machine ({@code platform.sh}): its second serial port, here a unix socket. */
final class Orders implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 300;

    private final SocketChannel channel;
    private final CompletableFuture<String> up = new CompletableFuture<>();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private final BlockingQueue<Answer> answers = new ArrayBlockingQueue<>(1);

    private Orders(SocketChannel channel) {
        this.channel = channel;
        Thread.ofPlatform().name("orders").daemon().start(this::read);
    }

    /** How a script ended, and all that it said. */
    record Answer(int code, String said) {}

    static Orders connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        return new Orders(channel);
    }

    /** Ends with the machine. */
    private void read() {
        try (Scanner lines = new Scanner(Channels.newInputStream(channel), StandardCharsets.UTF_8)) {
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split(" ", 3);
                switch (words[0]) {
                    case "up" -> up.complete(words[1]);
                    case "ended" -> ended.complete(Integer.valueOf(words[1]));
                    case "answer" ->
                        answers.add(new Answer(Integer.parseInt(words[1]), words.length < 3 ? "" : text(words[2])));
                    default -> throw new IllegalStateException("what is " + words[0]);
                }
            }
        } finally {
            IOException end = new IOException("the machine is no more");
            up.completeExceptionally(end);
            ended.completeExceptionally(end);
            gone.complete(null);
        }
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private void say(String word, String script) throws IOException {
        String argument = Base64.getEncoder().encodeToString(script.getBytes(StandardCharsets.UTF_8));
        var bytes = StandardCharsets.UTF_8.encode(word + " " + argument + "\n");
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Waits until the platform obeys; the seconds that the kernel has been up. */
    String awaitUp() throws InterruptedException, ExecutionException, TimeoutException {
        return up.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Starts the entry point. */
    void start(String script) throws IOException {
        say("start", script);
    }

    /** Runs a script as root with all powers. */
    Answer run(String script) throws IOException, InterruptedException {
        say("run", script);
        Answer answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (answer == null) {
            throw new IOException("the machine did not answer within " + PATIENCE_SECONDS + " s: " + script);
        }
        return answer;
    }

    /** The exit code of the entry point, once it has ended. */
    CompletableFuture<Integer> ended() {
        return ended;
    }

    /** Unmounts the volume and ends the machine; waits for that. */
    void off() throws IOException, InterruptedException, ExecutionException, TimeoutException {
        say("off", "");
        gone.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Completed when the machine is no more. */
    CompletableFuture<Void> gone() {
        return gone;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
