-- Play over days: clocks and what stops them, matches of two games, what servers and persons set.

ALTER TABLE challenge ADD COLUMN remote INTEGER NOT NULL DEFAULT 0;
ALTER TABLE challenge ADD COLUMN games INTEGER NOT NULL DEFAULT 1;
ALTER TABLE challenge ADD COLUMN start TEXT; -- a position's line, where it is not the usual one

ALTER TABLE "match" ADD COLUMN remote INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "match" ADD COLUMN games INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "match" ADD COLUMN first INTEGER REFERENCES "match"; -- of the second game of two
ALTER TABLE "match" ADD COLUMN shelved INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "match" ADD COLUMN clock_since INTEGER; -- the clock of the running turn, without
ALTER TABLE "match" ADD COLUMN clock_total INTEGER; -- whatever stops it
ALTER TABLE "match" ADD COLUMN clock_reserve INTEGER;
ALTER TABLE "match" ADD COLUMN due INTEGER; -- when time next has something to say, or earlier
ALTER TABLE "match" ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0; -- of the running turn
UPDATE "match" SET due = 0 WHERE reason IS NULL; -- to be looked at
-- Nobody lost on time before, nor was reminded: all of that time is given back by the first beat.
INSERT INTO note (name, text) SELECT 'alive', at FROM event ORDER BY at LIMIT 1;

CREATE INDEX match_due ON "match" (due) WHERE due IS NOT NULL;
CREATE UNIQUE INDEX match_first ON "match" (first) WHERE first IS NOT NULL;
CREATE INDEX match_guild ON "match" (guild) WHERE reason IS NULL;
CREATE INDEX match_dark_over ON "match" (dark, since, id) WHERE reason IS NOT NULL;
CREATE INDEX match_light_over ON "match" (light, since, id) WHERE reason IS NOT NULL;

-- Those that are over are looked up too, when somebody wants to know what is kept of him.
DROP INDEX challenge_by;
DROP INDEX challenge_opponent;
CREATE INDEX challenge_by ON challenge ("by", standing);
CREATE INDEX challenge_opponent ON challenge (opponent, standing);
DROP INDEX challenge_until;
CREATE INDEX challenge_until ON challenge (until) WHERE standing IN ('open', 'draft');

ALTER TABLE person ADD COLUMN remind INTEGER NOT NULL DEFAULT 25; -- percent of the time; 0: never
ALTER TABLE person ADD COLUMN remind_dm INTEGER NOT NULL DEFAULT 0;

CREATE TABLE vacation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL
);
CREATE INDEX vacation_player ON vacation (player, "end");

-- When nobody could reach us: every clock stood still.
CREATE TABLE outage (
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL
);
CREATE INDEX outage_end ON outage ("end");

CREATE TABLE guild (
    id INTEGER PRIMARY KEY,
    locale TEXT NOT NULL,
    theme TEXT NOT NULL,
    thread INTEGER NOT NULL,
    rules TEXT NOT NULL,
    days INTEGER,
    reserve INTEGER NOT NULL,
    weekends INTEGER NOT NULL,
    channels TEXT NOT NULL, -- JSON; empty: all
    max_challenges INTEGER,
    max_games INTEGER
);

CREATE TABLE barred (
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (guild, player)
) WITHOUT ROWID;
CREATE INDEX barred_player ON barred (player);
