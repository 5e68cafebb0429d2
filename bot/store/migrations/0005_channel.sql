-- What becomes of old boards in a server's channels, and the messages that go with the next board.

ALTER TABLE guild ADD COLUMN boards TEXT NOT NULL DEFAULT 'short';

ALTER TABLE "match" ADD COLUMN passing TEXT NOT NULL DEFAULT '[]'; -- JSON: messages
