-- When persons may be pinged; and the posts that ping them later, each for one person.

ALTER TABLE person ADD COLUMN zone TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN quiet_from INTEGER; -- hours of the day there
ALTER TABLE person ADD COLUMN quiet_until INTEGER;
ALTER TABLE person ADD COLUMN digest INTEGER;

ALTER TABLE post ADD COLUMN player INTEGER;
CREATE INDEX post_player ON post (player) WHERE player IS NOT NULL;
