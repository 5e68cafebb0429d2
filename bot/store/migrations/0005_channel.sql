-- What becomes of old boards in a server's channels, and the messages that go with the next board.

ALTER TABLE guild ADD COLUMN boards TEXT NOT NULL DEFAULT 'short';
UPDATE guild SET "sum" = changed("sum", 'boards', NULL, CAST(boards AS BLOB));

ALTER TABLE "match" ADD COLUMN passing TEXT NOT NULL DEFAULT '[]'; -- JSON: messages
UPDATE "match" SET "sum" = changed("sum", 'passing', NULL, CAST(passing AS BLOB));
