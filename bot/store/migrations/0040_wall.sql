-- The forum in which each game of a server has a post; and of a game that has one, the channel in
-- which it would be played without.

ALTER TABLE guild ADD COLUMN wall INTEGER;
ALTER TABLE "match" ADD COLUMN home INTEGER;
