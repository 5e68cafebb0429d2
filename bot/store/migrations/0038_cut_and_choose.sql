-- A challenge in which who accepts picks a side.

ALTER TABLE challenge ADD COLUMN other_picks INTEGER NOT NULL DEFAULT 0 CHECK (other_picks IN (0, 1));
