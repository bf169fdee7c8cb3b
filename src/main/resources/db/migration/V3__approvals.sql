-- What bots ask their owner, and what the owner allowed.

-- Bots that were there before worked without asking, and go on so.
ALTER TABLE bots ADD COLUMN approvals TEXT NOT NULL DEFAULT 'FULL' CHECK (approvals IN ('ASK', 'AUTO', 'FULL'));

CREATE TABLE cards (
    id              TEXT    PRIMARY KEY NOT NULL,
    ordinal         INTEGER NOT NULL UNIQUE,
    conversation_id TEXT    NOT NULL REFERENCES conversations (id),
    turn_id         TEXT    NOT NULL REFERENCES turns (id),
    bot_id          TEXT    NOT NULL REFERENCES bots (id),
    kind            TEXT    NOT NULL CHECK (kind IN ('PERMISSION', 'QUESTION')),
    tool            TEXT    NOT NULL, -- of a permission, else empty
    body            TEXT    NOT NULL, -- all parameters as JSON, or the question; a bot's own words
    choices         TEXT    NOT NULL, -- JSON ["word",…]
    grant_program   TEXT,             -- what "for this conversation" would allow of the tool; NULL: nothing, '': the tool
    state           TEXT    NOT NULL
        CHECK (state IN ('OPEN', 'ALLOWED', 'DENIED', 'ANSWERED', 'EXPIRED', 'CANCELLED', 'DISMISSED')),
    answer          TEXT    NOT NULL, -- the owner's words, or why it was closed
    closed_by       TEXT    NOT NULL,
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL,
    closed_at       INTEGER
) STRICT;
CREATE INDEX cards_open ON cards (ordinal) WHERE state = 'OPEN';
CREATE INDEX cards_of_conversation ON cards (conversation_id, ordinal);

CREATE TABLE card_grants (
    conversation_id TEXT    NOT NULL REFERENCES conversations (id),
    tool            TEXT    NOT NULL,
    program         TEXT    NOT NULL, -- '': the whole tool, which is not a shell
    created_at      INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, tool, program)
) STRICT;

CREATE TABLE card_events (
    seq  INTEGER PRIMARY KEY NOT NULL, -- without a gap; old ones go. The id of the inbox's event stream
    type TEXT    NOT NULL,
    data TEXT    NOT NULL, -- JSON, one line
    at   INTEGER NOT NULL
) STRICT;
