package dev.mausbot.home;

import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.engine.StubbedEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The built server, and its owner's browser before it; with the shell for an engine, or the real Claude Code as well. */
final class PageHouse implements AutoCloseable {
    private final Deque<Runnable> open = new ArrayDeque<>();
    final Path home;
    final ServeProcess server;
    final Browser browser;

    private PageHouse(Path folder, boolean claude, Map<String, String> more) throws IOException {
        try {
            Map<String, String> settings = new HashMap<>(more);
            home = Files.createDirectory(folder.resolve("h")).toRealPath();
            if (claude) {
                StubbedEngine engine = StubbedEngine.claude(folder);
                open.push(engine::close);
                settings.putAll(engine.settings());
            }
            server = ServeProcess.start(home, settings);
            open.push(server::close);
            browser = Browser.start();
            open.push(browser::close);
        } catch (IOException | RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /** Its bots have the shell for an engine; the browser is signed in. */
    static PageHouse ofTheShell(Path folder) throws IOException {
        return signedIn(folder, /* claude= */ false, Map.of());
    }

    /** The same with more settings of the server. */
    static PageHouse ofTheShell(Path folder, Map<String, String> settings) throws IOException {
        return signedIn(folder, /* claude= */ false, settings);
    }

    /** They may have Claude Code as well. */
    static PageHouse ofClaude(Path folder) throws IOException {
        return signedIn(folder, /* claude= */ true, Map.of());
    }

    private static PageHouse signedIn(Path folder, boolean claude, Map<String, String> settings) throws IOException {
        BoxWorks.assumeHere();
        PageHouse house = new PageHouse(folder, claude, settings);
        house.browser.signIn(house.home);
        return house;
    }

    /** A new bot of this engine. */
    String bot(String engine) throws IOException, InterruptedException {
        return server.post("/api/bots", Map.of("name", "Ada", "engine", engine))
                .path("id")
                .asText();
    }

    /** A new conversation with a bot. */
    String talk(String bot) throws IOException, InterruptedException {
        return server.post("/api/conversations", Map.of("bot", bot, "title", "Tidy up"))
                .path("id")
                .asText();
    }

    /** Shows a conversation. */
    void enter(String talk) {
        browser.page.navigate(server.address + "/conversations/" + talk);
    }

    /** Where a bot works. */
    Path workspace(String bot) {
        return home.resolve(".openmausbot/workspaces").resolve(bot);
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            Runnable next = open.pop();
            try {
                next.run();
            } finally {
                close();
            }
        }
    }
}
