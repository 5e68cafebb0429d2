-- Strict tables: each column holds its type, and what a table can say for itself it checks. Rows have
-- no checksums any more; events keep theirs. What a column falls back to is the default of the program.
-- The rows are copied by 0021_strict.py, which takes the names of the tables for these.

CREATE TABLE new_challenge (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    guild INTEGER,
    channel INTEGER NOT NULL,
    "by" INTEGER NOT NULL,
    opponent INTEGER,
    rules TEXT NOT NULL,
    side TEXT CHECK (side IN ('d', 'l')),
    days INTEGER CHECK (days BETWEEN 1 AND 365),
    reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve BETWEEN 0 AND 365),
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    thread INTEGER NOT NULL DEFAULT 0 CHECK (thread IN (0, 1)),
    made INTEGER NOT NULL,
    until INTEGER NOT NULL,
    standing TEXT NOT NULL,
    message INTEGER,
    "match" INTEGER REFERENCES "match",
    rematch_of INTEGER REFERENCES "match",
    remote INTEGER NOT NULL DEFAULT 0 CHECK (remote IN (0, 1)),
    games INTEGER NOT NULL DEFAULT 1 CHECK (games >= 1),
    start TEXT, -- a position's line, where it is not the usual one
    counter_of INTEGER REFERENCES challenge,
    rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1))
) STRICT;

CREATE TABLE new_match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER,
    channel INTEGER NOT NULL DEFAULT 0, -- 0: none, as of practice in private
    dark INTEGER NOT NULL,
    light INTEGER NOT NULL,
    challenge INTEGER REFERENCES challenge,
    days INTEGER CHECK (days BETWEEN 1 AND 365),
    reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve BETWEEN 0 AND 365),
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    thread INTEGER NOT NULL DEFAULT 0 CHECK (thread IN (0, 1)),
    message INTEGER, -- the newest board
    -- the snapshot: what the events say
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0), -- how many there are
    rules TEXT NOT NULL DEFAULT '',
    turn TEXT NOT NULL DEFAULT 'd' CHECK (turn IN ('d', 'l')),
    plies INTEGER NOT NULL DEFAULT 0 CHECK (plies >= 0),
    offer_by TEXT CHECK (offer_by IN ('d', 'l')),
    since INTEGER NOT NULL DEFAULT 0, -- of the newest event
    shelved INTEGER NOT NULL DEFAULT 0 CHECK (shelved IN (0, 1)),
    winner TEXT CHECK (winner IN ('d', 'l')),
    reason TEXT, -- NULL: it is not over
    -- the clock of the running turn, without whatever stops it
    clock_since INTEGER,
    clock_total INTEGER,
    clock_reserve INTEGER,
    due INTEGER, -- when time next has something to say, or earlier
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1)), -- of the running turn
    reminder INTEGER, -- the message that reminds of it
    remote INTEGER NOT NULL DEFAULT 0 CHECK (remote IN (0, 1)),
    games INTEGER NOT NULL DEFAULT 1 CHECK (games >= 1),
    first INTEGER REFERENCES "match", -- of the second game of two
    passing TEXT NOT NULL DEFAULT '[]', -- JSON: messages that go with the next board
    level INTEGER NOT NULL DEFAULT 0 CHECK (level >= 0), -- of the engine; 0: between two people
    plan TEXT NOT NULL DEFAULT '',
    rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1))
) STRICT;

-- The truth. Its key is the concurrency control: of two who write the same number, one is too late.
CREATE TABLE new_event (
    "match" INTEGER NOT NULL REFERENCES "match",
    number INTEGER NOT NULL CHECK (number >= 1),
    "by" TEXT CHECK ("by" IN ('d', 'l')),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL, -- JSON: whatever else such an event says
    "sum" INTEGER NOT NULL DEFAULT 0, -- a checksum, which runs on from that of the event before
    PRIMARY KEY ("match", number)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_post (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lane TEXT NOT NULL,
    kind TEXT NOT NULL,
    challenge INTEGER REFERENCES challenge,
    "match" INTEGER REFERENCES "match",
    player INTEGER,
    data TEXT NOT NULL, -- JSON: whatever else such a post says
    guild INTEGER,
    queue INTEGER NOT NULL, -- a channel; below zero: changes to its old messages
    due INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0)
) STRICT;

CREATE TABLE new_person (
    id INTEGER PRIMARY KEY,
    confirm INTEGER NOT NULL DEFAULT 0 CHECK (confirm IN (0, 1)),
    text INTEGER NOT NULL DEFAULT 0 CHECK (text IN (0, 1)),
    picture INTEGER NOT NULL DEFAULT 1 CHECK (picture IN (0, 1)),
    seat TEXT NOT NULL DEFAULT 'own',
    theme TEXT NOT NULL DEFAULT '',
    locale TEXT NOT NULL DEFAULT '',
    heard TEXT NOT NULL DEFAULT '', -- what Discord last said the language is
    remind INTEGER NOT NULL DEFAULT 25 CHECK (remind BETWEEN 0 AND 100), -- percent; 0: never
    remind_dm INTEGER NOT NULL DEFAULT 0 CHECK (remind_dm IN (0, 1)),
    coach INTEGER NOT NULL DEFAULT 1 CHECK (coach IN (0, 1)),
    named INTEGER NOT NULL DEFAULT 0 CHECK (named IN (0, 1)),
    listed INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1)),
    challengers TEXT NOT NULL DEFAULT 'all',
    zone TEXT NOT NULL DEFAULT '',
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 23), -- hours of the day there
    quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 23),
    digest INTEGER CHECK (digest BETWEEN 0 AND 23)
) STRICT;

CREATE TABLE new_blocked (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "by" INTEGER NOT NULL,
    pseudonym INTEGER NOT NULL,
    player INTEGER, -- NULL: erased
    at INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE new_vacation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    CHECK (start <= "end" AND "end" < 0x2000000000) -- the year 6325
) STRICT;

-- When nobody could reach us: every clock stood still.
CREATE TABLE new_outage (
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    CHECK (start <= "end" AND "end" < 0x2000000000)
) STRICT;

CREATE TABLE new_guild (
    id INTEGER PRIMARY KEY,
    locale TEXT NOT NULL DEFAULT '',
    theme TEXT NOT NULL DEFAULT '',
    thread INTEGER NOT NULL DEFAULT 0 CHECK (thread IN (0, 1)),
    rules TEXT NOT NULL DEFAULT '',
    days INTEGER,
    reserve INTEGER NOT NULL DEFAULT 0,
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    channels TEXT NOT NULL DEFAULT '[]', -- JSON; empty: all
    max_challenges INTEGER,
    max_games INTEGER,
    boards TEXT NOT NULL DEFAULT 'short',
    rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1)),
    seasons INTEGER NOT NULL DEFAULT 0 CHECK (seasons IN (0, 1)),
    puzzles INTEGER NOT NULL DEFAULT 1 CHECK (puzzles IN (0, 1))
) STRICT;

CREATE TABLE new_barred (
    guild INTEGER NOT NULL,
    pseudonym INTEGER NOT NULL,
    player INTEGER, -- NULL: erased
    at INTEGER NOT NULL DEFAULT 0, -- 0: not known
    PRIMARY KEY (guild, pseudonym)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_departed (
    guild INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE new_erasure (
    player INTEGER PRIMARY KEY,
    asked_by TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE new_erased (
    pseudonym INTEGER PRIMARY KEY,
    asked_by TEXT NOT NULL DEFAULT '', -- empty: the person
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE new_note (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What the games say of how people play. One row of `rated` for each game that counts, in the order
-- in which they do; of `seat` for what it did to each player, everywhere and on its server.
CREATE TABLE new_rating (
    guild INTEGER NOT NULL, -- 0: over all servers
    family TEXT NOT NULL,
    player INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    at INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    drawn INTEGER NOT NULL CHECK (drawn >= 0),
    lost INTEGER NOT NULL CHECK (lost >= 0),
    form TEXT NOT NULL,
    PRIMARY KEY (guild, family, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_lean (
    rules TEXT PRIMARY KEY,
    start REAL NOT NULL, -- as the engine measured it
    start_deviation REAL NOT NULL,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_rated (
    number INTEGER PRIMARY KEY,
    "match" INTEGER NOT NULL REFERENCES "match",
    gain REAL NOT NULL, -- of the lean of its rule set
    deviation REAL NOT NULL
) STRICT;

CREATE TABLE new_seat (
    "match" INTEGER NOT NULL REFERENCES "match",
    guild INTEGER NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('d', 'l')),
    player INTEGER NOT NULL,
    opponent INTEGER NOT NULL, -- 0: erased
    family TEXT NOT NULL,
    rules TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    before REAL NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    PRIMARY KEY ("match", guild, side)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_score (
    guild INTEGER NOT NULL,
    family TEXT NOT NULL,
    season INTEGER NOT NULL, -- a quarter of a year; 0: all time
    rules TEXT NOT NULL, -- empty: all of the family
    player INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    drawn INTEGER NOT NULL CHECK (drawn >= 0),
    lost INTEGER NOT NULL CHECK (lost >= 0),
    PRIMARY KEY (guild, family, season, rules, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_honour (
    player INTEGER NOT NULL,
    mark TEXT NOT NULL,
    "match" INTEGER NOT NULL REFERENCES "match",
    at INTEGER NOT NULL,
    PRIMARY KEY (player, mark)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_season (
    guild INTEGER NOT NULL,
    number INTEGER NOT NULL, -- quarters of years since the year 0
    PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_title (
    guild INTEGER NOT NULL,
    season INTEGER NOT NULL,
    family TEXT NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 1),
    player INTEGER NOT NULL,
    rating REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (guild, season, family, place)
) STRICT, WITHOUT ROWID;

-- The messages that say whose turn it is in a channel, kept up to date.
CREATE TABLE new_turn_list (
    channel INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    made INTEGER NOT NULL,
    message INTEGER, -- NULL: not posted yet
    renewed INTEGER -- when it was last posted again after a person had deleted it
) STRICT;

-- Reviews of games that are over: the chances at each position, and the moves that decided, as data.
CREATE TABLE new_review (
    "match" INTEGER PRIMARY KEY REFERENCES "match",
    version INTEGER NOT NULL, -- of what made it
    data TEXT NOT NULL
) STRICT;

CREATE TABLE new_puzzle_day (
    day INTEGER PRIMARY KEY, -- since 1970
    puzzle INTEGER NOT NULL
) STRICT;

CREATE TABLE new_attempt (
    player INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0), -- wrong ones
    shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1)), -- the solution, before it was found
    solved INTEGER, -- when
    day INTEGER, -- whose puzzle it was, where it was solved on that day
    guild INTEGER, -- where it was solved
    shared INTEGER NOT NULL DEFAULT 0, -- when that was last shown to others
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_daily (
    guild INTEGER PRIMARY KEY,
    channel INTEGER, -- NULL: nowhere
    hour INTEGER NOT NULL DEFAULT 8 CHECK (hour BETWEEN 0 AND 23), -- in UTC
    due INTEGER,
    decided INTEGER, -- the day of the last one that was decided
    message INTEGER, -- the last one that was posted, its channel and its day
    sent_in INTEGER,
    posted INTEGER
) STRICT;

CREATE TABLE new_found_puzzle (
    number INTEGER PRIMARY KEY, -- above all of the stock's
    rules TEXT NOT NULL,
    kind TEXT NOT NULL,
    moves INTEGER NOT NULL,
    grade INTEGER NOT NULL,
    text TEXT NOT NULL, -- the position
    line TEXT NOT NULL -- all of this and the answer, as the engine writes it
) STRICT;

-- The matches in which a puzzle is still to be looked for.
CREATE TABLE new_unsearched (
    "match" INTEGER PRIMARY KEY REFERENCES "match"
) STRICT;
