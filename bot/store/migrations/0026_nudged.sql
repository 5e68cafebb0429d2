-- When the player to move was last nudged in a match without a clock: by time, or by their opponent. Whoever
-- has slept for longer than the first nudge counts as nudged when the bot was last there, so that an update
-- wakes no one; when such a match is due next is worked out again at the start.

ALTER TABLE "match" ADD COLUMN nudged INTEGER;

UPDATE "match" SET nudged = (SELECT CAST(text AS INTEGER) FROM note WHERE name = 'alive')
WHERE days IS NULL AND level = 0 AND reason IS NULL
    AND since <= (SELECT CAST(text AS INTEGER) FROM note WHERE name = 'alive') - 259200;
UPDATE "match" SET due = 0 WHERE days IS NULL AND level = 0 AND reason IS NULL AND due IS NOT NULL;
