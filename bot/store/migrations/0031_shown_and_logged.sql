-- Of rated games that a player loses on time within a day, one counts; the others are in no tally either.

ALTER TABLE "match" ADD COLUMN excused INTEGER NOT NULL DEFAULT 0 CHECK (excused IN (0, 1));

UPDATE "match" SET excused = 1
WHERE rated AND level = 0 AND reason = 'time' AND winner IS NOT NULL AND plies >= 4
    AND id NOT IN (SELECT "match" FROM rated);

-- What people show to all in channels: ranks, profiles, moments of games, puzzles.

CREATE TABLE showing (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL, -- who shows it
    guild INTEGER,
    channel INTEGER NOT NULL,
    remote INTEGER NOT NULL CHECK (remote IN (0, 1)),
    at INTEGER NOT NULL,
    press TEXT NOT NULL, -- the custom id of what opens the page
    about INTEGER, -- the one person whom it is about; NULL: several or none
    message INTEGER, -- NULL: not posted yet
    removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
) STRICT;
CREATE INDEX showing_player ON showing (player, id);
CREATE INDEX showing_about ON showing (about) WHERE about IS NOT NULL;
CREATE INDEX showing_guild ON showing (guild) WHERE guild IS NOT NULL;

ALTER TABLE guild ADD COLUMN showing INTEGER NOT NULL DEFAULT 1 CHECK (showing IN (0, 1));
ALTER TABLE attempt DROP COLUMN shared;

-- What those who moderate or manage a server did there, for a year.

CREATE TABLE moderation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    "by" INTEGER NOT NULL, -- 0: erased since
    act TEXT NOT NULL,
    player INTEGER, -- who was barred; 0: erased since
    "match" INTEGER, -- which game was stopped
    text TEXT NOT NULL DEFAULT '' -- why; or a setting and its new value
) STRICT;
CREATE INDEX moderation_guild ON moderation (guild, id);
CREATE INDEX moderation_by ON moderation ("by");
CREATE INDEX moderation_player ON moderation (player) WHERE player IS NOT NULL;
CREATE INDEX moderation_match ON moderation ("match") WHERE "match" IS NOT NULL;
CREATE INDEX moderation_at ON moderation (at);
