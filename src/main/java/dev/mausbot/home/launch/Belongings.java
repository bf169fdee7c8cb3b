package dev.mausbot.home.launch;

import dev.mausbot.home.boot.Closing;
import dev.mausbot.home.box.BoxPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a box has besides itself. It goes when the box has ended, or did not start: tokens first. */
record Belongings(BoxPlace place, Optional<Gates.Open> gates, Optional<HookToken> hook) implements AutoCloseable {
    static Belongings ungated(BoxPlace place) {
        return new Belongings(place, Optional.empty(), Optional.empty());
    }

    static Belongings gated(BoxPlace place, Gates.Open gates) {
        return new Belongings(place, Optional.of(gates), Optional.empty());
    }

    Belongings with(HookToken token) {
        return new Belongings(place, gates, Optional.of(token));
    }

    /** Closes all of it; what cannot be removed is logged. The next start sweeps it; it opens nothing any more. */
    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>();
        gates.ifPresent(all::add);
        hook.ifPresent(token -> all.add(token::remove));
        all.add(place);
        Closing.inTurn(all)
                .ifPresent(left -> System.getLogger("launch")
                        .log(System.Logger.Level.WARNING, "box " + place.id() + " has left something behind", left));
    }
}
