-- Where a player is told that it is the player's move: one address a seat.
CREATE TABLE webhook (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    address TEXT NOT NULL,
    -- The name of the side, which the notices tell.
    side TEXT NOT NULL,
    -- The tries that have failed since the last that did not, and why the last one has.
    failures INTEGER NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- The notice of a turn that is to be sent. It goes with the turn.
CREATE TABLE outbox (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    -- Since when the player to choose has been awaited.
    since INTEGER NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES webhook (game, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_by_due ON outbox (due);
