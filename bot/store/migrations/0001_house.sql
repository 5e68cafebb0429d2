-- Challenges, matches with their events, what is still to be said, and how people like to play.
-- Ids that stand in buttons and nonces never come back: AUTOINCREMENT. A player is his Discord id;
-- a side is d or l; every instant is in seconds since 1970, UTC.

PRAGMA application_id = 0x4b6f6e61; -- "Kona": tells this file from any other database

CREATE TABLE challenge (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version INTEGER NOT NULL,
    guild INTEGER,
    channel INTEGER NOT NULL,
    "by" INTEGER NOT NULL,
    opponent INTEGER,
    rules TEXT NOT NULL,
    side TEXT CHECK (side IN ('d', 'l')),
    days INTEGER,
    reserve INTEGER NOT NULL,
    weekends INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    made INTEGER NOT NULL,
    until INTEGER NOT NULL,
    standing TEXT NOT NULL,
    message INTEGER,
    "match" INTEGER REFERENCES "match",
    rematch_of INTEGER REFERENCES "match"
);
CREATE INDEX challenge_by ON challenge ("by") WHERE standing = 'open';
CREATE INDEX challenge_opponent ON challenge (opponent) WHERE standing = 'open';
CREATE INDEX challenge_until ON challenge (until) WHERE standing = 'open';
CREATE UNIQUE INDEX challenge_rematch ON challenge (rematch_of)
    WHERE standing = 'open' AND rematch_of IS NOT NULL;

CREATE TABLE "match" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER,
    channel INTEGER NOT NULL,
    dark INTEGER NOT NULL,
    light INTEGER NOT NULL,
    challenge INTEGER REFERENCES challenge,
    days INTEGER,
    reserve INTEGER NOT NULL,
    weekends INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    message INTEGER, -- the newest board
    -- the snapshot: what the events say
    version INTEGER NOT NULL, -- how many there are
    rules TEXT NOT NULL,
    turn TEXT NOT NULL CHECK (turn IN ('d', 'l')),
    plies INTEGER NOT NULL,
    offer_by TEXT CHECK (offer_by IN ('d', 'l')),
    since INTEGER NOT NULL, -- of the newest event
    winner TEXT CHECK (winner IN ('d', 'l')),
    reason TEXT -- NULL: it is not over
);
CREATE INDEX match_dark ON "match" (dark) WHERE reason IS NULL;
CREATE INDEX match_light ON "match" (light) WHERE reason IS NULL;
CREATE INDEX match_channel ON "match" (channel);
CREATE INDEX match_message ON "match" (message) WHERE message IS NOT NULL;

-- The truth. Its key is the concurrency control: of two who write the same number, one is too late.
CREATE TABLE event (
    "match" INTEGER NOT NULL REFERENCES "match",
    number INTEGER NOT NULL CHECK (number >= 1),
    "by" TEXT CHECK ("by" IN ('d', 'l')),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL, -- JSON: whatever else such an event says
    PRIMARY KEY ("match", number)
) WITHOUT ROWID;

CREATE TABLE post (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lane TEXT NOT NULL,
    kind TEXT NOT NULL,
    challenge INTEGER REFERENCES challenge,
    "match" INTEGER REFERENCES "match",
    number INTEGER NOT NULL,
    message INTEGER,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL
);
CREATE INDEX post_due ON post (due);
CREATE INDEX post_lane ON post (lane);

CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    confirm INTEGER NOT NULL,
    text INTEGER NOT NULL,
    picture INTEGER NOT NULL,
    seat TEXT NOT NULL,
    theme TEXT NOT NULL,
    locale TEXT NOT NULL
);

CREATE TABLE note (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID;
