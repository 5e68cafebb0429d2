-- Posts take turns by channel and server, so that many of one place never hold up those of others.
-- A queue is a channel's number; that of its old boards, which wait apart, is the same below zero.

ALTER TABLE post ADD COLUMN guild INTEGER;
ALTER TABLE post ADD COLUMN queue INTEGER NOT NULL DEFAULT 0;
UPDATE post SET
    guild = coalesce(
        (SELECT guild FROM "match" WHERE id = post."match"),
        (SELECT guild FROM challenge WHERE id = post.challenge)
    ),
    queue = coalesce(
        (SELECT channel FROM "match" WHERE id = post."match"),
        (SELECT channel FROM challenge WHERE id = post.challenge),
        0
    ) * CASE WHEN lane LIKE 'strip %' THEN -1 ELSE 1 END;

UPDATE post SET lane = 'strip ' || "match" WHERE lane LIKE 'strip %';

CREATE INDEX post_queue ON post (queue, due);
