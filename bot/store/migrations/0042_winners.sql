-- Who has won a cup: several where they share the first place. And what is over, by its end.

ALTER TABLE cup_entry ADD COLUMN won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1));
UPDATE cup_entry SET won = 1
WHERE EXISTS (SELECT 1 FROM cup WHERE id = cup_entry.cup AND status = 'over' AND winner = seat);
ALTER TABLE cup DROP COLUMN winner;

DROP INDEX cup_guild;
CREATE INDEX cup_guild ON cup (guild, status, ended);
DROP INDEX team_match_guild;
CREATE INDEX team_match_guild ON team_match (guild, status, ended);
