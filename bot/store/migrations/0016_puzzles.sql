-- Puzzles: which one a day had, what each person made of each, and what servers have posted daily.

CREATE TABLE puzzle_day (
    day INTEGER PRIMARY KEY, -- since 1970
    puzzle INTEGER NOT NULL,
    "sum" INTEGER NOT NULL
);

CREATE TABLE attempt (
    player INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    tries INTEGER NOT NULL, -- wrong ones
    shown INTEGER NOT NULL, -- whether the solution was shown before it was found
    solved INTEGER, -- when
    day INTEGER, -- whose puzzle it was, where it was solved on that day
    guild INTEGER, -- where it was solved
    shared INTEGER NOT NULL, -- when that was last shown to others
    "sum" INTEGER NOT NULL,
    PRIMARY KEY (player, puzzle)
) WITHOUT ROWID;
CREATE INDEX attempt_guild ON attempt (guild, solved) WHERE guild IS NOT NULL;

CREATE TABLE daily (
    guild INTEGER PRIMARY KEY,
    channel INTEGER, -- NULL: nowhere
    hour INTEGER NOT NULL, -- in UTC
    due INTEGER,
    decided INTEGER, -- the day of the last one that was decided
    message INTEGER, -- the last one that was posted, its channel and its day
    sent_in INTEGER,
    posted INTEGER,
    "sum" INTEGER NOT NULL
);
CREATE INDEX daily_due ON daily (due) WHERE due IS NOT NULL;
