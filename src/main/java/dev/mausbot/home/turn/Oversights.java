package dev.mausbot.home.turn;

import dev.mausbot.home.boot.Program;
import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.Oversight;
import dev.mausbot.home.gate.ask.Asks;
import dev.mausbot.home.launch.Launcher;
import jakarta.inject.Singleton;
import java.util.Optional;

/** How owners take part in turns: who is asked, and what is still running. */
@Singleton
record Oversights(Asks asks, RunningTurns running, Launcher launcher) {
    /** Why a bot that is to ask cannot, with this engine. */
    static Optional<String> refusal(Bot bot, Engine engine) {
        return bot.approvals() == Approvals.FULL || engine.asks()
                ? Optional.empty()
                : Optional.of("This bot is set to ask before it acts (" + bot.approvals() + "), and the engine \""
                        + engine.id() + "\" cannot ask: set its approvals to FULL, which leaves it to the box alone, or"
                        + " choose another engine.");
    }

    /** What an engine is told of it. */
    Oversight of(Bot bot) {
        Program program = Program.current();
        return new Oversight(
                bot.approvals() != Approvals.FULL,
                launcher.boxes()
                        ? Optional.of(new Oversight.Helpers(program.command("ask"), program.command("hook")))
                        : Optional.empty());
    }
}
