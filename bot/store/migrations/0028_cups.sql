-- Paces with days for the first move, and with a limit to the vacations that stop a clock: those of cups.

ALTER TABLE "match" ADD COLUMN first_days INTEGER CHECK (first_days BETWEEN 1 AND 365);
ALTER TABLE "match" ADD COLUMN away_days INTEGER CHECK (away_days BETWEEN 0 AND 365);
ALTER TABLE challenge ADD COLUMN first_days INTEGER CHECK (first_days BETWEEN 1 AND 365);
ALTER TABLE challenge ADD COLUMN away_days INTEGER CHECK (away_days BETWEEN 0 AND 365);
