-- A new player's deviation is smaller, and that of leans as the engine measured them: the note has
-- all ratings worked out again at the start, from leans as they are measured now.

INSERT OR IGNORE INTO note (name, text, "sum")
SELECT 'ratings', 'due', 0
WHERE EXISTS (SELECT 1 FROM rated);
DELETE FROM lean;
