package dev.mausbot.home.turn;

/** How far a turn has come. */
public enum TurnState {
    /** Stored, waiting for its conversation and for a free place on the machine. */
    QUEUED,
    /** Its engine is being started or works. */
    RUNNING,
    /** The engine said that it is done. */
    FINISHED,
    /** The engine failed, or ran longer than it may. */
    FAILED,
    /** The owner stopped it, or the server went down under it. */
    INTERRUPTED,
    /** Nothing was started; the turn's reason says why. */
    REFUSED;

    /** Whether nothing more will happen to it. */
    public boolean over() {
        return this != QUEUED && this != RUNNING;
    }
}
