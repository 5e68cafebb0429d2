-- Who may challenge a person, and whom they have blocked; bars and blocks that outlast erasure; who
-- was erased lately, and who is to be; servers that the bot has left; reminders with a button.
-- A pseudonym is a keyed hash of a person's number, which stays when the number is erased.

-- A restored backup may have got the key already.
INSERT OR IGNORE INTO note (name, text) VALUES ('pseudonyms', lower(hex(randomblob(32))));

ALTER TABLE person ADD COLUMN challengers TEXT NOT NULL DEFAULT 'all';
ALTER TABLE "match" ADD COLUMN reminder INTEGER; -- the message that reminds of the running turn

CREATE TABLE blocked (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "by" INTEGER NOT NULL,
    pseudonym INTEGER NOT NULL,
    player INTEGER, -- NULL: erased
    at INTEGER NOT NULL,
    "sum" INTEGER NOT NULL
);
CREATE UNIQUE INDEX blocked_by ON blocked ("by", pseudonym);
CREATE INDEX blocked_player ON blocked (player) WHERE player IS NOT NULL;

DROP INDEX barred_player;
ALTER TABLE barred RENAME TO barred_by_number;
CREATE TABLE barred (
    guild INTEGER NOT NULL,
    pseudonym INTEGER NOT NULL,
    player INTEGER, -- NULL: erased
    at INTEGER NOT NULL, -- 0: not known
    "sum" INTEGER NOT NULL,
    PRIMARY KEY (guild, pseudonym)
) WITHOUT ROWID;
CREATE INDEX barred_pseudonym ON barred (pseudonym, guild);
CREATE INDEX barred_player ON barred (player) WHERE player IS NOT NULL;

CREATE TABLE erasure (
    player INTEGER PRIMARY KEY,
    asked_by TEXT NOT NULL,
    at INTEGER NOT NULL,
    "sum" INTEGER NOT NULL
);
CREATE TABLE erased (
    pseudonym INTEGER PRIMARY KEY,
    asked_by TEXT NOT NULL, -- empty: the person
    at INTEGER NOT NULL,
    "sum" INTEGER NOT NULL
);
CREATE INDEX erased_at ON erased (at);

CREATE TABLE departed (
    guild INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    "sum" INTEGER NOT NULL
);
CREATE INDEX departed_at ON departed (at);

-- By these, what is old is found, and what still points to it.
CREATE INDEX challenge_closed ON challenge (made)
    WHERE standing IN ('withdrawn', 'declined', 'expired', 'countered');
CREATE INDEX vacation_end ON vacation ("end");
CREATE INDEX match_challenge ON "match" (challenge) WHERE challenge IS NOT NULL;
CREATE INDEX post_challenge ON post (challenge) WHERE challenge IS NOT NULL;
