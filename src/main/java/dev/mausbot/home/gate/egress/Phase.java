package dev.mausbot.home.gate.egress;

/** What a box's connection waits for. */
enum Phase {
    /** A request header, or the rest of one. */
    HEADER,
    /** The decision and the connection out. */
    OPENING,
    /** A response. */
    EXCHANGE,
    /** The box's own end, all answers being written: closing earlier could take the answer with it. */
    LINGERING
}
