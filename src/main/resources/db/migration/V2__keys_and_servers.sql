-- Columns named sealed hold AES-256-GCM under a key that comes from the file machine-secret (boot.Sealer). A sealed value
-- opens in its own row only, and only while the address beside it is the one that it was sealed with.

CREATE TABLE provider_keys (
    id        TEXT    PRIMARY KEY NOT NULL, -- the provider
    sealed    BLOB    NOT NULL,             -- its key
    base_url  TEXT,                         -- NULL: the server's setting, else the provider's own address
    stored_at INTEGER NOT NULL
) STRICT;

CREATE TABLE mcp_servers (
    name         TEXT    PRIMARY KEY NOT NULL,
    url          TEXT,             -- without its query, which is sealed; NULL for a command
    command      TEXT,             -- JSON ["word",…]; NULL for a URL
    secret_names TEXT    NOT NULL, -- JSON: the names of headers, or of variables
    sealed       BLOB,             -- JSON {"name":"value",…}, and the query under "?"; NULL: there are none
    enabled      INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    bots         TEXT,             -- JSON ["id",…]; NULL: all bots
    stored_at    INTEGER NOT NULL,
    CHECK ((url IS NULL) <> (command IS NULL))
) STRICT;

CREATE TABLE connectors (
    name         TEXT    PRIMARY KEY NOT NULL,
    base_url     TEXT    NOT NULL,
    secret_names TEXT    NOT NULL, -- JSON: the names of headers
    sealed       BLOB,             -- JSON {"name":"value",…}; NULL: there are none
    bots         TEXT,             -- JSON ["id",…]; NULL: all bots
    stored_at    INTEGER NOT NULL
) STRICT;
