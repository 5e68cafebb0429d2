-- Ratings and what they are made of; marks of honour; what challenges and servers say of them; who
-- is listed. All but the marks follow from the games: the note has them worked out at the start.

ALTER TABLE challenge ADD COLUMN rated INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "match" ADD COLUMN rated INTEGER NOT NULL DEFAULT 1;
UPDATE "match" SET rated = 0 WHERE level <> 0 OR EXISTS (
    SELECT 1 FROM challenge WHERE challenge.id = "match".challenge AND start IS NOT NULL);
ALTER TABLE guild ADD COLUMN rated INTEGER NOT NULL DEFAULT 1;
ALTER TABLE guild ADD COLUMN seasons INTEGER NOT NULL DEFAULT 0;
ALTER TABLE person ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
CREATE INDEX person_unlisted ON person (id) WHERE NOT listed;

CREATE TABLE rating (
    guild INTEGER NOT NULL, -- 0: over all servers
    family TEXT NOT NULL,
    player INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    at INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    form TEXT NOT NULL,
    "sum" INTEGER NOT NULL,
    PRIMARY KEY (guild, family, player)
) WITHOUT ROWID;
CREATE INDEX rating_player ON rating (player);
CREATE INDEX rating_table ON rating (guild, family, rating DESC, player)
    WHERE won + drawn + lost >= 3;

CREATE TABLE lean (
    rules TEXT PRIMARY KEY,
    start REAL NOT NULL, -- as the engine measured it
    start_deviation REAL NOT NULL,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    games INTEGER NOT NULL,
    "sum" INTEGER NOT NULL
) WITHOUT ROWID;

-- One row for each game that counts, in the order in which they do.
CREATE TABLE rated (
    number INTEGER PRIMARY KEY,
    "match" INTEGER NOT NULL UNIQUE REFERENCES "match",
    gain REAL NOT NULL, -- of the lean of its rule set
    deviation REAL NOT NULL,
    "sum" INTEGER NOT NULL
);

-- What such a game did to each player, everywhere and on its server.
CREATE TABLE seat (
    "match" INTEGER NOT NULL REFERENCES "match",
    guild INTEGER NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('d', 'l')),
    player INTEGER NOT NULL,
    opponent INTEGER NOT NULL, -- 0: erased
    family TEXT NOT NULL,
    rules TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    before REAL NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    "sum" INTEGER NOT NULL,
    PRIMARY KEY ("match", guild, side)
) WITHOUT ROWID;
CREATE INDEX seat_player ON seat (player, guild, family, at);
CREATE INDEX seat_between ON seat (player, opponent, guild);
CREATE INDEX seat_opponent ON seat (opponent);
CREATE INDEX seat_season ON seat (guild, family, at);

CREATE TABLE honour (
    player INTEGER NOT NULL,
    mark TEXT NOT NULL,
    "match" INTEGER NOT NULL REFERENCES "match",
    at INTEGER NOT NULL,
    "sum" INTEGER NOT NULL,
    PRIMARY KEY (player, mark)
) WITHOUT ROWID;
CREATE INDEX honour_match ON honour ("match");

INSERT INTO note (name, text, "sum")
SELECT 'ratings', 'due', 0
WHERE EXISTS (SELECT 1 FROM "match" WHERE dark >= 0 AND reason IS NOT NULL);
