-- What opens a session is nowhere: the digest of its token is enough to know it again.

CREATE TABLE sessions (
    id         TEXT    PRIMARY KEY NOT NULL,
    digest     TEXT    NOT NULL UNIQUE, -- SHA-256 of the token, in hex
    kind       TEXT    NOT NULL CHECK (kind IN ('COOKIE', 'BEARER')),
    label      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL         -- last used, to the minute
) STRICT;
