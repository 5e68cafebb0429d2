-- Of older private games against the engine only the result is kept: their events are deleted.

ALTER TABLE "match" ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1));

-- Those of a person that still have their events; the engine's number and no person's are the lowest.
CREATE INDEX match_engine_over ON "match" (max(dark, light), channel, since, id)
    WHERE level > 0 AND reason IS NOT NULL AND NOT forgotten;
