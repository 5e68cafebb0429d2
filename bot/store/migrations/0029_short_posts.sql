-- A challenge that was withdrawn at once, such as one to the wrong person, costs no pause.

ALTER TABLE challenge ADD COLUMN excused INTEGER NOT NULL DEFAULT 0 CHECK (excused IN (0, 1));

-- A game has one board in its channel, unless its server likes it otherwise. Where lines are left of
-- old boards, each has two moves.

ALTER TABLE "match" ADD COLUMN line INTEGER; -- the line that has room for another move, if there is one
UPDATE guild SET boards = 'one' WHERE boards = 'short';
