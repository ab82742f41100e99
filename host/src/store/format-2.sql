-- Who wants to play again: 1 for the first player, 2 for the second; and the game that came of it.
ALTER TABLE game ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN next TEXT REFERENCES game (id) ON DELETE SET NULL;

-- Since when the player to choose has been awaited, and which one: for feeds.
ALTER TABLE game ADD COLUMN awaited INTEGER;
ALTER TABLE game ADD COLUMN awaited_since INTEGER;
