-- Answers prepared to moves that the opponent may play; what Discord last said a player's language is.

ALTER TABLE "match" ADD COLUMN plan TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN heard TEXT NOT NULL DEFAULT '';
