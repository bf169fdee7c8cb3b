package dev.mausbot.home.engine;

/** One kind of agent that can work on a turn. Stateless: everything about a turn is in the request. */
public interface Engine {
    /** The stable name by which a bot chooses it, such as {@code claude}. */
    String id();

    /** How to start it for one turn, or why it cannot be started. Never starts anything itself. */
    Planned plan(TurnRequest request);

    /** Whether it can ask the owner before it acts; one that cannot always does what it likes, within its box. */
    default boolean asks() {
        return false;
    }

    /** A fresh reader of what one run of that request prints. */
    OutputDecoder decoder(TurnRequest request);
}
