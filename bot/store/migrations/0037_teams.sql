-- Team matches: what they are, who is in which team, which games are played at which board.

CREATE TABLE team_match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL, -- where its games are played
    card_in INTEGER NOT NULL, -- the channel of its card
    "by" INTEGER NOT NULL,
    red TEXT NOT NULL, -- what the teams are called
    blue TEXT NOT NULL,
    boards INTEGER NOT NULL CHECK (boards BETWEEN 2 AND 10), -- at most
    rules TEXT NOT NULL,
    days INTEGER CHECK (days BETWEEN 1 AND 365),
    reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve BETWEEN 0 AND 365),
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    first_days INTEGER CHECK (first_days BETWEEN 1 AND 365),
    away_days INTEGER CHECK (away_days BETWEEN 0 AND 365),
    games INTEGER NOT NULL CHECK (games IN (1, 2)),
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    signup_days INTEGER NOT NULL CHECK (signup_days >= 1),
    status TEXT NOT NULL,
    made INTEGER NOT NULL,
    closes INTEGER NOT NULL,
    began INTEGER,
    ended INTEGER,
    due INTEGER, -- when to look what is to be done
    message INTEGER, -- its card; 0: a person has deleted that
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT;
CREATE INDEX team_match_guild ON team_match (guild, status);
CREATE INDEX team_match_due ON team_match (due) WHERE due IS NOT NULL;
CREATE INDEX team_match_by ON team_match ("by", guild);

CREATE TABLE team_member (
    contest INTEGER NOT NULL REFERENCES team_match,
    seat INTEGER NOT NULL CHECK (seat >= 1), -- in the order of joining
    team TEXT NOT NULL,
    player INTEGER NOT NULL,
    joined INTEGER NOT NULL,
    board INTEGER CHECK (board >= 1), -- once it has begun; NULL then: in reserve
    "left" INTEGER, -- when
    PRIMARY KEY (contest, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_member_player ON team_member (player, contest);

CREATE TABLE team_game (
    "match" INTEGER PRIMARY KEY REFERENCES "match",
    contest INTEGER NOT NULL REFERENCES team_match,
    board INTEGER NOT NULL,
    leg INTEGER NOT NULL CHECK (leg >= 1),
    dark INTEGER NOT NULL, -- seats
    light INTEGER NOT NULL
) STRICT;
CREATE INDEX team_game_contest ON team_game (contest);
