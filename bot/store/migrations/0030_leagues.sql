-- Leagues: in which division an entrant is.

ALTER TABLE cup_entry ADD COLUMN pool INTEGER NOT NULL DEFAULT 0 CHECK (pool >= 0);
