-- How many events the match had as its newest board shows it: that board's clock can be edited. Where it
-- was posted by an older program, the newest event that brought a board says so.

ALTER TABLE "match" ADD COLUMN shown INTEGER;

UPDATE "match" SET shown = (
    SELECT max(number) FROM event WHERE event."match" = "match".id AND (
        kind IN ('created', 'moved', 'resumed')
        OR kind = 'answered' AND json_valid(data) AND json_extract(data, '$.accepted')))
WHERE reason IS NULL AND message IS NOT NULL;
