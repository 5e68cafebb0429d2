-- Puzzles found in the games that people finish: nothing says which game one is from, nor whose.

CREATE TABLE found_puzzle (
    number INTEGER PRIMARY KEY, -- above all of the stock's
    rules TEXT NOT NULL,
    kind TEXT NOT NULL,
    moves INTEGER NOT NULL,
    grade INTEGER NOT NULL,
    text TEXT NOT NULL, -- the position
    line TEXT NOT NULL, -- all of this and the answer, as the engine writes it
    "sum" INTEGER NOT NULL
);
CREATE UNIQUE INDEX found_puzzle_text ON found_puzzle (text, rules);
CREATE INDEX found_puzzle_grade ON found_puzzle (grade, number);

-- The matches in which one is still to be looked for.
CREATE TABLE unsearched (
    "match" INTEGER PRIMARY KEY REFERENCES "match" (id),
    "sum" INTEGER NOT NULL
);

ALTER TABLE guild ADD COLUMN puzzles INTEGER NOT NULL DEFAULT 1;
