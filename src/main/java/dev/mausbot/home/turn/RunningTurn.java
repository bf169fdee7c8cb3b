package dev.mausbot.home.turn;

import java.nio.file.Path;

/** A turn that runs, for whoever acts in it from beside its engine. */
public final class RunningTurn {
    private final String id;
    private final String conversation;
    private final Bot bot;
    private final Path workFolder;
    private final Transcript transcript;

    RunningTurn(Turn turn, Bot bot, Path workFolder, Transcript transcript) {
        this.id = turn.id();
        this.conversation = turn.conversation();
        this.bot = bot;
        this.workFolder = workFolder;
        this.transcript = transcript;
    }

    public String id() {
        return id;
    }

    public String conversation() {
        return conversation;
    }

    public String bot() {
        return bot.id();
    }

    /** As the bot was set when the turn began. */
    public Approvals approvals() {
        return bot.approvals();
    }

    /** Where its engine works. */
    public Path workFolder() {
        return workFolder;
    }

    /**
     * Adds an event to its transcript, for all who watch.
     *
     * @param data JSON on one line
     * @return false if the turn is over
     */
    public boolean tell(String type, String data) {
        return transcript.add(type, data);
    }
}
