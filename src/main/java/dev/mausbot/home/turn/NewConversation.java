package dev.mausbot.home.turn;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A request to begin a conversation.
 *
 * @param bot the bot's id
 * @param folder an absolute path; the bot's own folder if it is absent. Whether it is there, and may be used, is asked when
 *     a turn starts
 */
public record NewConversation(String bot, Optional<String> title, Optional<String> folder) {
    public NewConversation {
        Fields.line("bot", bot, 64);
        title.ifPresent(text -> Fields.line("title", text, 200));
        folder.ifPresent(NewConversation::check);
    }

    private static void check(String folder) {
        Fields.line("folder", folder, 4096);
        try {
            Path path = Path.of(folder);
            if (!path.isAbsolute() || !path.normalize().equals(path)) {
                throw new BadField("folder", "is not an absolute path without . and ..");
            }
        } catch (InvalidPathException invalid) {
            throw new BadField("folder", "is not a path");
        }
    }
}
