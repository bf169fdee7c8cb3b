package dev.mausbot.home.turn;

/** Whether a bot's engine asks its owner before it acts. The box holds in every case; this is the engine's courtesy. */
public enum Approvals {
    /** It asks, unless the owner has allowed the same for the conversation. */
    ASK,
    /** As that, but what is plainly harmless is allowed by rule, see {@code approval.Rules}. */
    AUTO,
    /** It asks nothing. */
    FULL
}
