-- Games against the engine, at one of its levels; its number as a player is 1. For those of a
-- person alone, which are played in no channel, the channel is 0.

ALTER TABLE "match" ADD COLUMN level INTEGER NOT NULL DEFAULT 0; -- 0: between two people
CREATE INDEX match_engine_dark ON "match" (turn) WHERE dark = 1 AND reason IS NULL;
CREATE INDEX match_engine_light ON "match" (turn) WHERE light = 1 AND reason IS NULL;

ALTER TABLE person ADD COLUMN coach INTEGER NOT NULL DEFAULT 1; -- explain the first moves
