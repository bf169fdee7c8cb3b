package dev.mausbot.home.engine;

import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Output;
import dev.mausbot.home.engine.TurnEvent.Stream;
import java.util.List;

/** A shell's output is shown as it is; its exit code says whether the turn succeeded. */
final class ShellDecoder implements OutputDecoder {
    private boolean finished;

    @Override
    public List<TurnEvent> line(String line) {
        return List.of(new Output(Stream.OUT, Texts.cut(line, Texts.EVENT)));
    }

    @Override
    public List<TurnEvent> errorLine(String line) {
        return List.of(new Output(Stream.ERR, Texts.cut(line, Texts.EVENT)));
    }

    @Override
    public List<TurnEvent> end(int exitCode) {
        if (finished) {
            return List.of();
        }
        finished = true;
        return List.of(exitCode == 0 ? new Finished(true, "") : new Finished(false, ExitCodes.words(exitCode)));
    }
}
