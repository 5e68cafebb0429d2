-- Reviews of games that are over: the chances at each position, and the moves that decided, as data.

CREATE TABLE review (
    "match" INTEGER PRIMARY KEY REFERENCES "match" (id),
    version INTEGER NOT NULL, -- of what made it
    data TEXT NOT NULL,
    "sum" INTEGER NOT NULL
);
