-- Answers prepared to moves that the opponent may play; what Discord last said a player's language is.

ALTER TABLE "match" ADD COLUMN plan TEXT NOT NULL DEFAULT '';
UPDATE "match" SET "sum" = changed("sum", 'plan', NULL, CAST(plan AS BLOB));
ALTER TABLE person ADD COLUMN heard TEXT NOT NULL DEFAULT '';
UPDATE person SET "sum" = changed("sum", 'heard', NULL, CAST(heard AS BLOB));
