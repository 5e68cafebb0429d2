-- How the games of each player went, by season and rule set: what the tables of a server count.
-- It follows from the matches: where some have counted, the note has it worked out at the start.

CREATE TABLE score (
    guild INTEGER NOT NULL,
    family TEXT NOT NULL,
    season INTEGER NOT NULL, -- a quarter of a year; 0: all time
    rules TEXT NOT NULL, -- empty: all of the family
    player INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    "sum" INTEGER NOT NULL,
    PRIMARY KEY (guild, family, season, rules, player)
) WITHOUT ROWID;
CREATE INDEX score_player ON score (player);
DROP INDEX seat_season;

INSERT OR IGNORE INTO note (name, text, "sum")
SELECT 'ratings', 'due', 0
WHERE EXISTS (SELECT 1 FROM seat);
