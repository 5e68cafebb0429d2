-- Games count less where the same two meet again, or where little is known of the opponent; tables are
-- ordered by what is known. The note has all ratings worked out again at the start.

ALTER TABLE seat ADD COLUMN weight REAL NOT NULL DEFAULT 1.0; -- as how much of a game it counted
ALTER TABLE seat ADD COLUMN stranger INTEGER NOT NULL DEFAULT 0 CHECK (stranger IN (0, 1));
ALTER TABLE lean ADD COLUMN day INTEGER NOT NULL DEFAULT 0; -- since 1970, on which it last moved
ALTER TABLE lean ADD COLUMN day_points REAL NOT NULL DEFAULT 0.0; -- as that day began
CREATE TABLE counted ( -- how many games have counted there
    guild INTEGER NOT NULL, -- 0: over all servers
    family TEXT NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (guild, family)
) STRICT, WITHOUT ROWID;
DROP INDEX rating_table;
CREATE INDEX rating_table ON rating (guild, family, rating - 2 * deviation DESC, player);
INSERT OR IGNORE INTO note (name, text)
SELECT 'ratings', 'due'
WHERE EXISTS (SELECT 1 FROM rated);
