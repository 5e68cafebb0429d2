-- Where a server has its news: seasons, and the puzzle of the day where it likes. The end of a season that
-- waits to be told goes where it was to go, in the lane of its server.

ALTER TABLE guild ADD COLUMN news INTEGER; -- its channel; NULL: nowhere
ALTER TABLE daily ADD COLUMN news INTEGER NOT NULL DEFAULT 0 CHECK (news IN (0, 1)); -- where the news go
UPDATE post SET lane = 'season ' || guild, "match" = NULL WHERE kind = 'season';
