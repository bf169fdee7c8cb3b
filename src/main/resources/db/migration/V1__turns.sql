-- Times are milliseconds since 1970 (UTC); ids are UUIDs as text. An ordinal is the order in which rows were stored:
-- clocks go backwards, ordinals do not.

CREATE TABLE bots (
    id         TEXT    PRIMARY KEY NOT NULL,
    ordinal    INTEGER NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    engine     TEXT    NOT NULL,
    place      TEXT    NOT NULL CHECK (place IN ('BOX', 'LOCAL_VM', 'THIS_COMPUTER')),
    model      TEXT,
    domains    TEXT, -- JSON {"patterns":[…],"mode":"…"}; NULL: every public host
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE conversations (
    id             TEXT    PRIMARY KEY NOT NULL,
    ordinal        INTEGER NOT NULL UNIQUE,
    bot_id         TEXT    NOT NULL REFERENCES bots (id),
    title          TEXT,
    folder         TEXT, -- NULL: the bot's own folder
    session        TEXT, -- the engine's session, to be given back on the next turn
    session_engine TEXT, -- the engine that named it: another engine's session means nothing to it
    created_at     INTEGER NOT NULL
) STRICT;
CREATE INDEX conversations_of_bot ON conversations (bot_id, ordinal);

CREATE TABLE turns (
    id              TEXT    PRIMARY KEY NOT NULL,
    ordinal         INTEGER NOT NULL UNIQUE,
    conversation_id TEXT    NOT NULL REFERENCES conversations (id),
    state           TEXT    NOT NULL
        CHECK (state IN ('QUEUED', 'RUNNING', 'FINISHED', 'FAILED', 'INTERRUPTED', 'REFUSED')),
    reason          TEXT, -- why it did not finish, in words for the owner
    created_at      INTEGER NOT NULL,
    started_at      INTEGER,
    ended_at        INTEGER
) STRICT;
CREATE INDEX turns_of_conversation ON turns (conversation_id, ordinal);
CREATE INDEX turns_not_over ON turns (ordinal) WHERE state IN ('QUEUED', 'RUNNING');

CREATE TABLE messages (
    id              TEXT    PRIMARY KEY NOT NULL,
    ordinal         INTEGER NOT NULL UNIQUE,
    conversation_id TEXT    NOT NULL REFERENCES conversations (id),
    turn_id         TEXT    NOT NULL REFERENCES turns (id),
    author          TEXT    NOT NULL CHECK (author IN ('OWNER', 'BOT')),
    text            TEXT    NOT NULL,
    created_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_of_conversation ON messages (conversation_id, ordinal);
CREATE UNIQUE INDEX messages_of_turn ON messages (turn_id, author);

CREATE TABLE turn_events (
    turn_id TEXT    NOT NULL REFERENCES turns (id),
    seq     INTEGER NOT NULL, -- 1, 2, 3 … without a gap; the id of the event stream
    type    TEXT    NOT NULL,
    data    TEXT    NOT NULL, -- JSON, one line
    at      INTEGER NOT NULL,
    PRIMARY KEY (turn_id, seq)
) STRICT;

CREATE TABLE notes (
    id              TEXT    PRIMARY KEY NOT NULL,
    ordinal         INTEGER NOT NULL UNIQUE,
    conversation_id TEXT    NOT NULL REFERENCES conversations (id),
    turn_id         TEXT    NOT NULL REFERENCES turns (id),
    text            TEXT    NOT NULL,
    created_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_of_conversation ON notes (conversation_id, ordinal);
