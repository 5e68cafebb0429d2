-- Challenges that answer another one with other terms; whose name may stand in the file of a game.

ALTER TABLE challenge ADD COLUMN counter_of INTEGER REFERENCES challenge;
CREATE INDEX challenge_counter ON challenge (counter_of) WHERE counter_of IS NOT NULL;

ALTER TABLE person ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
