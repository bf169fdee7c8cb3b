package dev.mausbot.home.engine;

import java.util.ArrayList;
import java.util.List;

/** What a dialogue with an engine has to hand on: lines to the engine, and questions to the owner. Each is given once, in order. */
final class Outbox {
    private final List<String> replies = new ArrayList<>();
    private final List<PermissionRequest> permissions = new ArrayList<>();

    void reply(String line) {
        replies.add(line);
    }

    void ask(PermissionRequest request) {
        permissions.add(request);
    }

    /** What was to be said to the engine is not said any more. */
    void sayNothing() {
        replies.clear();
    }

    List<String> replies() {
        return taken(replies);
    }

    List<PermissionRequest> permissions() {
        return taken(permissions);
    }

    private static <T> List<T> taken(List<T> waiting) {
        List<T> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }
}
