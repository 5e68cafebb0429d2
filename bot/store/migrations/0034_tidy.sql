-- Whether a server has replies deleted by which a move was played.

ALTER TABLE guild ADD COLUMN tidy INTEGER NOT NULL DEFAULT 0 CHECK (tidy IN (0, 1));
