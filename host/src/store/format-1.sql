CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- One row for all games of a scenario.
CREATE TABLE scenario (
    hash TEXT PRIMARY KEY,
    system TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE game (
    id TEXT PRIMARY KEY,
    scenario TEXT NOT NULL REFERENCES scenario (hash),
    made INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    -- The header of the record as JSON, without the text of the scenario.
    header TEXT NOT NULL,
    -- The keeper's share in the dice.
    secret BLOB NOT NULL,
    -- Whether clocks run.
    timed INTEGER NOT NULL,
    over INTEGER NOT NULL DEFAULT 0,
    -- The result as JSON.
    result TEXT
) STRICT;

CREATE INDEX game_by_end ON game (over, changed);

-- The SHA-256 of a token, and what it opens: 0 to 2 are seats, 3 and 4 feeds of the players.
CREATE TABLE token (
    hash BLOB PRIMARY KEY,
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX token_by_game ON token (game, kind);

-- Appended only.
CREATE TABLE entry (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    body TEXT NOT NULL,
    -- The hash of the position before the first entry of a request, by which a changed engine is found out.
    before INTEGER,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- Each request of a page is carried out once.
CREATE TABLE request (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    id TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (game, seat, id)
) STRICT, WITHOUT ROWID;
