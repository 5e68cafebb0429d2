-- A challenge that was withdrawn at once, such as one to the wrong person, costs no pause.

ALTER TABLE challenge ADD COLUMN excused INTEGER NOT NULL DEFAULT 0 CHECK (excused IN (0, 1));
