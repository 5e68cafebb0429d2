-- Lessons: which ones each person did or skipped.

CREATE TABLE lesson (
    player INTEGER NOT NULL,
    name TEXT NOT NULL,
    done INTEGER, -- when; NULL: it was skipped
    PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;
