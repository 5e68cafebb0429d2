-- Each kind of post has a name of its own, and fields with names: what one column held by turns (an
-- event, a season, a day, a count of changes) stands in JSON.

ALTER TABLE post ADD COLUMN data TEXT NOT NULL DEFAULT '{}';

-- What is damaged stays so, and stops nothing: JSON cannot hold a blob.
UPDATE post SET number = hex(number) WHERE typeof(number) = 'blob';
UPDATE post SET message = hex(message) WHERE typeof(message) = 'blob';

UPDATE post SET data = CASE
    WHEN kind IN ('board', 'reminder') THEN json_object('events', number)
    WHEN kind IN ('notice', 'call', 'digest') AND "match" IS NOT NULL
        THEN json_object('events', number)
    WHEN kind = 'strip' AND message IS NULL THEN json_object('events', number)
    WHEN kind IN ('strip', 'reminded') THEN json_object('events', number, 'message', message)
    WHEN kind = 'copies' AND "match" IS NOT NULL
        THEN json_object('events', number, 'message', message)
    WHEN kind IN ('clear', 'copies') THEN json_object('message', message)
    WHEN kind = 'season' THEN json_object('season', number)
    WHEN kind = 'turn-list' AND message IS NULL THEN json_object('changes', number)
    WHEN kind = 'turn-list' THEN json_object('message', message)
    WHEN kind = 'puzzle' THEN json_object('day', number)
    WHEN kind = 'puzzle-past' THEN json_object('day', number, 'message', message)
    WHEN kind IN ('challenge', 'challenge-changed', 'notice', 'call', 'digest', 'thread') THEN '{}'
    ELSE json_object('number', number, 'message', message)
END;

UPDATE post SET kind = CASE
    WHEN kind = 'challenge-changed' THEN 'edit-challenge'
    WHEN kind = 'notice' AND "match" IS NULL THEN 'challenge-over'
    WHEN kind = 'strip' AND message IS NULL THEN 'close-offer'
    WHEN kind = 'strip' THEN 'shrink-board'
    WHEN kind = 'clear' THEN 'delete-message'
    WHEN kind = 'reminded' THEN 'delete-reminder'
    WHEN kind = 'call' AND "match" IS NULL THEN 'late-challenge-ping'
    WHEN kind = 'call' THEN 'late-ping'
    WHEN kind = 'digest' AND "match" IS NULL THEN 'challenge-digest'
    WHEN kind = 'copies' AND "match" IS NULL THEN 'delete-challenge-copies'
    WHEN kind = 'copies' THEN 'delete-copies'
    WHEN kind = 'thread' THEN 'rename-thread'
    WHEN kind = 'turn-list' AND message IS NOT NULL THEN 'delete-turn-list'
    WHEN kind = 'puzzle' THEN 'daily-puzzle'
    WHEN kind = 'puzzle-past' THEN 'shrink-puzzle'
    ELSE kind
END;

UPDATE post SET lane = CASE
    WHEN lane LIKE 'strip %' THEN 'old messages ' || substr(lane, 7)
    WHEN lane LIKE 'call %' THEN 'late ping ' || substr(lane, 6)
    WHEN lane LIKE 'turn-list %' THEN 'turn list ' || substr(lane, 11)
    WHEN kind = 'delete-challenge-copies' THEN 'challenge ' || lane
    ELSE lane
END;

ALTER TABLE post DROP COLUMN number;
ALTER TABLE post DROP COLUMN message;
