-- Cups: what they are, who is in them, who meets whom, by which games.
-- And paces with days for the first move, and with a limit to the vacations that stop a clock.

ALTER TABLE "match" ADD COLUMN first_days INTEGER CHECK (first_days BETWEEN 1 AND 365);
ALTER TABLE "match" ADD COLUMN away_days INTEGER CHECK (away_days BETWEEN 0 AND 365);
ALTER TABLE challenge ADD COLUMN first_days INTEGER CHECK (first_days BETWEEN 1 AND 365);
ALTER TABLE challenge ADD COLUMN away_days INTEGER CHECK (away_days BETWEEN 0 AND 365);

CREATE TABLE cup (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL, -- where its games are played
    card_in INTEGER NOT NULL, -- the channel of its card
    "by" INTEGER NOT NULL,
    name TEXT NOT NULL,
    edition INTEGER NOT NULL CHECK (edition >= 1),
    form TEXT NOT NULL,
    rules TEXT NOT NULL,
    days INTEGER CHECK (days BETWEEN 1 AND 365),
    reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve BETWEEN 0 AND 365),
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    first_days INTEGER CHECK (first_days BETWEEN 1 AND 365),
    away_days INTEGER CHECK (away_days BETWEEN 0 AND 365),
    games INTEGER NOT NULL CHECK (games IN (1, 2)),
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    size INTEGER NOT NULL CHECK (size BETWEEN 2 AND 64),
    signup_days INTEGER NOT NULL CHECK (signup_days >= 1),
    round_days INTEGER NOT NULL CHECK (round_days >= 1),
    repeats TEXT NOT NULL,
    lapses INTEGER NOT NULL DEFAULT 0 CHECK (lapses >= 0), -- times in a row that too few joined
    status TEXT NOT NULL,
    made INTEGER NOT NULL,
    closes INTEGER NOT NULL,
    began INTEGER,
    ended INTEGER,
    due INTEGER, -- when to look what is to be done
    message INTEGER, -- its card; 0: a person has deleted that
    winner INTEGER, -- a seat
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT;
CREATE INDEX cup_guild ON cup (guild, status);
CREATE INDEX cup_due ON cup (due) WHERE due IS NOT NULL;
CREATE INDEX cup_by ON cup ("by", guild);

CREATE TABLE cup_entry (
    cup INTEGER NOT NULL REFERENCES cup,
    seat INTEGER NOT NULL CHECK (seat >= 1), -- in the order of joining
    player INTEGER NOT NULL,
    joined INTEGER NOT NULL,
    seed INTEGER CHECK (seed >= 1), -- once it has begun; 1: the strongest
    finalist INTEGER NOT NULL DEFAULT 0 CHECK (finalist IN (0, 1)),
    "left" INTEGER, -- when
    back INTEGER, -- when they last said that they are back
    PRIMARY KEY (cup, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX cup_entry_player ON cup_entry (player, cup);

CREATE TABLE cup_pairing (
    cup INTEGER NOT NULL REFERENCES cup,
    pool INTEGER NOT NULL CHECK (pool >= 0), -- the group; 0: all together, and finals
    round INTEGER NOT NULL CHECK (round >= 1),
    board INTEGER NOT NULL CHECK (board >= 1),
    one INTEGER NOT NULL, -- the seat that has the attackers in the first game
    other INTEGER,
    rules TEXT NOT NULL,
    begun INTEGER NOT NULL,
    given TEXT NOT NULL DEFAULT '', -- who has the points without a game
    PRIMARY KEY (cup, pool, round, board)
) STRICT, WITHOUT ROWID;

CREATE TABLE cup_game (
    "match" INTEGER PRIMARY KEY REFERENCES "match",
    cup INTEGER NOT NULL REFERENCES cup,
    pool INTEGER NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    leg INTEGER NOT NULL CHECK (leg >= 1),
    dark INTEGER NOT NULL, -- seats
    light INTEGER NOT NULL,
    dark_taken INTEGER, -- men, once it is over
    light_taken INTEGER
) STRICT;
CREATE INDEX cup_game_cup ON cup_game (cup);

CREATE TABLE cup_setting (
    guild INTEGER PRIMARY KEY,
    anyone INTEGER NOT NULL CHECK (anyone IN (0, 1)) -- whether all may begin cups
) STRICT;
