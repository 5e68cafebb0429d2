-- Who follows which game that goes on.

CREATE TABLE following (
    "match" INTEGER NOT NULL REFERENCES "match",
    player INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY ("match", player)
) STRICT, WITHOUT ROWID;
CREATE INDEX following_player ON following (player);

-- Who guesses which side of a game wins; and who was right, once a side has won.

CREATE TABLE guess (
    "match" INTEGER NOT NULL REFERENCES "match",
    player INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('d', 'l')),
    ended INTEGER, -- when; NULL: it goes on, or no side has won
    correct INTEGER CHECK (correct IN (0, 1)),
    PRIMARY KEY ("match", player),
    CHECK ((ended IS NULL) = (correct IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX guess_player ON guess (player);
CREATE INDEX guess_season ON guess (guild, ended);
