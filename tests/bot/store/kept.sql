PRAGMA application_id = 1265593953;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE attempt (
    player INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0), -- wrong moves
    shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1)), -- the solution, before they found it
    solved INTEGER, -- when
    day INTEGER, -- the day, if they solved it as the puzzle of that day
    guild INTEGER, -- where they solved it
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempt" VALUES(4611686018427387905,2,1,1,NULL,NULL,NULL);
INSERT INTO "attempt" VALUES(4611686018427387906,1,2,0,1700,20773,5);
CREATE TABLE barred (
    guild INTEGER NOT NULL,
    pseudonym INTEGER NOT NULL,
    player INTEGER, -- NULL: erased
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, pseudonym)
) STRICT, WITHOUT ROWID;
INSERT INTO "barred" VALUES(5,-1665539366267638969,7,0);
INSERT INTO "barred" VALUES(6,-7527729799896458567,NULL,3100);
CREATE TABLE blocked (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "by" INTEGER NOT NULL,
    pseudonym INTEGER NOT NULL,
    player INTEGER, -- NULL: erased
    at INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "blocked" VALUES(1,7,-4086686015539319437,8,3100);
INSERT INTO "blocked" VALUES(2,7,-7527729799896458567,NULL,3100);
CREATE TABLE challenge (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0), -- grows with every change
    guild INTEGER,
    channel INTEGER NOT NULL,
    remote INTEGER NOT NULL DEFAULT 0 CHECK (remote IN (0, 1)), -- the bot can only answer there
    "by" INTEGER NOT NULL,
    opponent INTEGER, -- NULL: anyone
    rules TEXT NOT NULL,
    side TEXT CHECK (side IN ('d', 'l')), -- the challenger's; NULL: random
    by_vote INTEGER NOT NULL DEFAULT 0 CHECK (by_vote IN (0, 1)), -- the channel plays
    level INTEGER NOT NULL DEFAULT 0 CHECK (level BETWEEN 0 AND 8), -- of the engine; 0: no engine
    days INTEGER CHECK (days BETWEEN 1 AND 365), -- per move; NULL: no clock
    first_days INTEGER CHECK (first_days BETWEEN 1 AND 365), -- for the first move
    reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve BETWEEN 0 AND 365),
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    away_days INTEGER CHECK (away_days BETWEEN 0 AND 365), -- of vacation that stop the clock
    hurry_from INTEGER CHECK (hurry_from >= 0), -- from then on a move has 36 hours at most
    thread INTEGER NOT NULL DEFAULT 0 CHECK (thread IN (0, 1)), -- play in a thread
    games INTEGER NOT NULL DEFAULT 1 CHECK (games >= 1), -- one after the other
    start TEXT, -- a position's line; NULL: the usual start
    rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1)),
    made INTEGER NOT NULL,
    until INTEGER NOT NULL,
    standing TEXT NOT NULL,
    excused INTEGER NOT NULL DEFAULT 0 CHECK (excused IN (0, 1)), -- withdrawn at once: costs no pause
    message INTEGER,
    "match" INTEGER REFERENCES "match",
    rematch_of INTEGER REFERENCES "match",
    counter_of INTEGER REFERENCES challenge -- the challenge that it answers with other terms
) STRICT;
INSERT INTO "challenge" VALUES(1,1,81384788765712384,381870553235193857,0,4611686018427387905,4611686018427387906,'larochelle+king-four','l',0,0,3,NULL,10,0,NULL,NULL,1,1,NULL,1,100,700,'accepted',0,5001,1,NULL,NULL);
INSERT INTO "challenge" VALUES(2,0,81384788765712384,381870553235193857,0,4611686018427387906,4611686018427387905,'larochelle+king-four','l',0,0,3,NULL,10,0,NULL,NULL,1,1,NULL,1,100,700,'open',0,NULL,NULL,2,NULL);
INSERT INTO "challenge" VALUES(3,0,81384788765712384,381870553235193857,0,7,8,'larochelle+king-four','l',0,0,3,NULL,10,0,NULL,NULL,1,2,'9 d 0',1,100,700,'draft',0,NULL,NULL,NULL,NULL);
INSERT INTO "challenge" VALUES(4,0,81384788765712384,381870553235193857,0,7,8,'larochelle+king-four','l',0,0,3,NULL,10,0,NULL,NULL,1,2,'9 d 0',1,100,700,'withdrawn',0,NULL,NULL,NULL,NULL);
CREATE TABLE counted (
    guild INTEGER NOT NULL, -- 0: over all servers
    family TEXT NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (guild, family)
) STRICT, WITHOUT ROWID;
CREATE TABLE daily (
    guild INTEGER PRIMARY KEY,
    channel INTEGER, -- NULL: nowhere
    due INTEGER,
    decided INTEGER, -- the day of the newest one that was decided
    message INTEGER, -- the newest one that was posted, its channel and its day
    sent_in INTEGER,
    posted INTEGER
) STRICT;
INSERT INTO "daily" VALUES(5,4001,9000,NULL,NULL,NULL,NULL);
CREATE TABLE departed (
    guild INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
INSERT INTO "departed" VALUES(6,3300);
CREATE TABLE erased (
    pseudonym INTEGER PRIMARY KEY,
    asked_by TEXT NOT NULL DEFAULT '', -- empty: the person
    at INTEGER NOT NULL
) STRICT;
INSERT INTO "erased" VALUES(-7527729799896458567,'by letter',3200);
CREATE TABLE erasure (
    player INTEGER PRIMARY KEY,
    asked_by TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE event (
    "match" INTEGER NOT NULL REFERENCES "match",
    number INTEGER NOT NULL CHECK (number >= 1),
    "by" TEXT CHECK ("by" IN ('d', 'l')),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL, -- JSON: the other fields of such an event
    "sum" INTEGER NOT NULL DEFAULT 0, -- a checksum that continues the one of the event before
    PRIMARY KEY ("match", number)
) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES(1,1,NULL,1000,'created','{"rules":{"game":"tablut","name":"larochelle","first":null,"setup":"cross","goal":"edge","gait":"rook","throne":["K","K","K"],"corners":["tTK","tTK",""],"camps":["tTK","tTK",""],"home_camps":false,"open_when_empty":false,"edge_crushes":"","king_captures":true,"imprisonment":false,"no_way_out":false,"repetition":"draw","quiet_limit":null,"agreement":true},"lot":"d","start":null}',7842969494502585495);
INSERT INTO "event" VALUES(1,2,'d',2000,'moved','{"path":["d1","d3"]}',5822862481666277010);
INSERT INTO "event" VALUES(1,3,'d',2001,'offered','{"what":"takeback"}',-2741368732097092434);
INSERT INTO "event" VALUES(2,1,NULL,1000,'created','{"rules":{"game":"tabal","name":"tabal","first":null,"repetition":"count","quiet_limit":50},"lot":"l","start":null}',6510185331914780427);
INSERT INTO "event" VALUES(2,2,'l',1500,'moved','{"path":["a4","a5"]}',3811617241742476661);
INSERT INTO "event" VALUES(2,3,'d',1600,'resigned','{}',5811184597147234338);
INSERT INTO "event" VALUES(3,1,NULL,1000,'created','{"rules":{"game":"tablut","name":"larochelle","first":null,"setup":"cross","goal":"edge","gait":"rook","throne":["K","K","K"],"corners":["tTK","tTK",""],"camps":["tTK","tTK",""],"home_camps":false,"open_when_empty":false,"edge_crushes":"","king_captures":true,"imprisonment":false,"no_way_out":false,"repetition":"draw","quiet_limit":null,"agreement":true},"lot":"d","start":null}',-928878470386435051);
INSERT INTO "event" VALUES(3,2,'d',3000,'resigned','{}',7114728093691856902);
INSERT INTO "event" VALUES(4,1,NULL,3000,'created','{"rules":{"game":"tablut","name":"larochelle","first":null,"setup":"cross","goal":"edge","gait":"rook","throne":["K","K","K"],"corners":["tTK","tTK",""],"camps":["tTK","tTK",""],"home_camps":false,"open_when_empty":false,"edge_crushes":"","king_captures":true,"imprisonment":false,"no_way_out":false,"repetition":"draw","quiet_limit":null,"agreement":true},"lot":"d","start":null}',4138035564470442036);
CREATE TABLE finished_list (
    channel INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    matches TEXT NOT NULL DEFAULT '[]', -- JSON: their numbers, the newest last
    message INTEGER, -- NULL: not posted yet
    posted INTEGER NOT NULL DEFAULT 0 -- when that message was
) STRICT;
CREATE TABLE following (
    "match" INTEGER NOT NULL REFERENCES "match",
    player INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY ("match", player)
) STRICT, WITHOUT ROWID;
CREATE TABLE found_puzzle (
    number INTEGER PRIMARY KEY, -- above all of the stock's
    rules TEXT NOT NULL,
    kind TEXT NOT NULL,
    moves INTEGER NOT NULL,
    grade INTEGER NOT NULL,
    text TEXT NOT NULL, -- the position
    line TEXT NOT NULL -- all of this and the answer, as the engine writes it
) STRICT;
INSERT INTO "found_puzzle" VALUES(10001,'brandubh','win',2,1,'7/7/7/7/7/7/2K4 l 0','brandubh | win 2 | 1 | 7/7/7/7/7/7/2K4 l 0 | c1-c2');
CREATE TABLE foursome (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL, -- of its announcement and its game
    "by" INTEGER NOT NULL,
    rules TEXT NOT NULL,
    days INTEGER CHECK (days BETWEEN 1 AND 365),
    reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve BETWEEN 0 AND 365),
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    first_days INTEGER CHECK (first_days BETWEEN 1 AND 365),
    away_days INTEGER CHECK (away_days BETWEEN 0 AND 365),
    hurry_from INTEGER CHECK (hurry_from >= 0), -- from then on a move has 36 hours at most
    by_lot INTEGER NOT NULL CHECK (by_lot IN (0, 1)), -- random sides
    level INTEGER NOT NULL DEFAULT 0 CHECK (level BETWEEN 0 AND 8), -- of the engine; 0: no engine
    side TEXT CHECK (side IN ('d', 'l')), -- of the people against the engine; NULL: random
    invited INTEGER, -- who was asked by name
    status TEXT NOT NULL CHECK (status IN ('open', 'begun', 'closed', 'withdrawn')),
    made INTEGER NOT NULL,
    closes INTEGER NOT NULL,
    due INTEGER, -- when the bot looks at it next
    "match" INTEGER REFERENCES "match", -- once it has started
    rematch_of INTEGER, -- the match before, of the same people
    message INTEGER, -- its announcement; 0: a person has deleted that
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT;
CREATE TABLE foursome_seat (
    foursome INTEGER NOT NULL REFERENCES foursome,
    number INTEGER NOT NULL CHECK (number >= 1), -- in the order of joining
    side TEXT CHECK (side IN ('d', 'l')), -- NULL: random
    player INTEGER NOT NULL,
    joined INTEGER, -- NULL: kept for a player of the match before, or who was invited
    PRIMARY KEY (foursome, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE guild (
    id INTEGER PRIMARY KEY,
    locale TEXT NOT NULL DEFAULT '',
    theme TEXT NOT NULL DEFAULT '',
    thread INTEGER NOT NULL DEFAULT 0 CHECK (thread IN (0, 1)), -- play in threads
    rules TEXT NOT NULL DEFAULT '',
    days INTEGER, -- per move; 0: no clock
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    channels TEXT NOT NULL DEFAULT '[]', -- JSON: where challenges can be made; empty: everywhere
    boards TEXT NOT NULL DEFAULT 'one', -- the fate of a board when a newer one comes
    rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1)),
    news INTEGER, -- the channel of its news and seasons
    tournaments_for_all INTEGER NOT NULL DEFAULT 0 CHECK (tournaments_for_all IN (0, 1)), -- not only for moderators
    tidy INTEGER NOT NULL DEFAULT 0 CHECK (tidy IN (0, 1)), -- delete replies that played a move
    wall INTEGER -- the forum that has a post for each game
) STRICT;
INSERT INTO "guild" VALUES(5,'fr','',0,'',3,1,'[4001, 4002]','one',1,NULL,0,0,NULL);
CREATE TABLE honour (
    player INTEGER NOT NULL,
    mark TEXT NOT NULL,
    "match" INTEGER NOT NULL REFERENCES "match",
    at INTEGER NOT NULL,
    PRIMARY KEY (player, mark)
) STRICT, WITHOUT ROWID;
CREATE TABLE lean (
    rules TEXT PRIMARY KEY,
    start REAL NOT NULL, -- as the engine measured
    start_deviation REAL NOT NULL,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    day INTEGER NOT NULL DEFAULT 0, -- of its newest change, since 1970
    day_points REAL NOT NULL DEFAULT 0.0 -- when that day began
) STRICT, WITHOUT ROWID;
CREATE TABLE lesson (
    player INTEGER NOT NULL,
    name TEXT NOT NULL,
    done INTEGER, -- when; NULL: skipped
    PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "lesson" VALUES(4611686018427387906,'raichi',NULL);
INSERT INTO "lesson" VALUES(4611686018427387906,'take',1700);
CREATE TABLE "match" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER,
    channel INTEGER NOT NULL DEFAULT 0, -- 0: practice in private
    remote INTEGER NOT NULL DEFAULT 0 CHECK (remote IN (0, 1)), -- the bot can only answer there
    home INTEGER, -- of a game on a server's wall: its channel if it had no post there
    challenge INTEGER REFERENCES challenge,
    games INTEGER NOT NULL DEFAULT 1 CHECK (games >= 1), -- one after the other
    first INTEGER REFERENCES "match", -- the game before, if this is the second
    rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1)),
    excused INTEGER NOT NULL DEFAULT 0 CHECK (excused IN (0, 1)), -- one of several lost on time in a day
    forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1)), -- its events were deleted
    -- the players
    dark INTEGER NOT NULL,
    light INTEGER NOT NULL,
    dark_partner INTEGER, -- the second player of a side with two
    light_partner INTEGER CHECK (CASE level -- both sides have two, or the one against the engine
        WHEN 0 THEN (light_partner IS NULL) = (dark_partner IS NULL)
        ELSE light_partner IS NULL OR dark_partner IS NULL END),
    level INTEGER NOT NULL DEFAULT 0 CHECK (level >= 0), -- of the engine; 0: two people play
    -- the snapshot: what the events say
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0), -- how many events there are
    rules TEXT NOT NULL DEFAULT '',
    turn TEXT NOT NULL DEFAULT 'd' CHECK (turn IN ('d', 'l')),
    plies INTEGER NOT NULL DEFAULT 0 CHECK (plies >= 0),
    offer_by TEXT CHECK (offer_by IN ('d', 'l')),
    since INTEGER NOT NULL DEFAULT 0, -- of the newest event
    shelved INTEGER NOT NULL DEFAULT 0 CHECK (shelved IN (0, 1)),
    winner TEXT CHECK (winner IN ('d', 'l')),
    reason TEXT, -- of its end; NULL: in progress
    -- the pace, and the clock of this turn as if nothing stopped it
    days INTEGER CHECK (days BETWEEN 1 AND 365), -- per move; NULL: no clock
    first_days INTEGER CHECK (first_days BETWEEN 1 AND 365), -- for the first move
    reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve BETWEEN 0 AND 365),
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    away_days INTEGER CHECK (away_days BETWEEN 0 AND 365), -- of vacation that stop the clock
    hurry_from INTEGER CHECK (hurry_from >= 0), -- from then on a move has 36 hours at most
    clock_since INTEGER,
    clock_total INTEGER,
    clock_reserve INTEGER,
    due INTEGER, -- the next deadline or reminder, or earlier
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1)), -- of this turn
    nudged INTEGER, -- when the player to move last was, in a game without a clock
    -- messages
    thread INTEGER NOT NULL DEFAULT 0 CHECK (thread IN (0, 1)), -- its thread must still be opened
    message INTEGER, -- the newest board
    shown INTEGER, -- how many events there were when that board was posted
    line INTEGER, -- of an older board, if another move fits in
    passing TEXT NOT NULL DEFAULT '[]', -- JSON: messages that go with the next board
    reminder INTEGER -- the message that reminds of this turn
) STRICT;
INSERT INTO "match" VALUES(1,81384788765712384,4001,0,NULL,1,1,NULL,0,0,0,4611686018427387906,4611686018427387905,NULL,NULL,0,3,'larochelle','l',1,'d',2001,0,NULL,NULL,3,NULL,10,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,0,5002,1,NULL,'[]',NULL);
INSERT INTO "match" VALUES(2,81384788765712384,381870553235193857,0,NULL,NULL,1,NULL,0,0,0,4611686018427387906,4611686018427387905,NULL,NULL,0,3,'tabal','d',1,NULL,1600,0,'l','resigned',3,NULL,10,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,1,NULL,NULL,NULL,'[]',NULL);
INSERT INTO "match" VALUES(3,81384788765712384,381870553235193857,0,NULL,NULL,2,NULL,0,0,0,7,8,NULL,NULL,0,2,'larochelle','d',0,NULL,3000,0,'l','resigned',3,NULL,10,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,0,NULL,NULL,NULL,'[5003]',NULL);
INSERT INTO "match" VALUES(4,81384788765712384,381870553235193857,0,NULL,NULL,2,3,0,0,0,8,7,NULL,NULL,0,1,'larochelle','d',0,NULL,3000,0,NULL,NULL,3,NULL,10,1,NULL,NULL,3000,1123200,864000,262200,1,NULL,0,NULL,NULL,NULL,'[]',5003);
CREATE TABLE moderation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    "by" INTEGER NOT NULL, -- 0: erased since
    act TEXT NOT NULL,
    player INTEGER, -- the person who was barred; 0: erased since
    "match" INTEGER, -- the game that was stopped
    text TEXT NOT NULL DEFAULT '' -- the reason; a setting and its new value; or the tournament
) STRICT;
CREATE TABLE note (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "note" VALUES('commands','abc');
INSERT INTO "note" VALUES('pseudonyms','key');
CREATE TABLE outage (
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    CHECK (start <= "end" AND "end" < 0x2000000000) -- the year 6325
) STRICT;
INSERT INTO "outage" VALUES(2100,2400);
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    confirm INTEGER NOT NULL DEFAULT 0 CHECK (confirm IN (0, 1)), -- ask before a move is played
    text INTEGER NOT NULL DEFAULT 0 CHECK (text IN (0, 1)), -- boards as text
    picture INTEGER NOT NULL DEFAULT 1 CHECK (picture IN (0, 1)),
    seat TEXT NOT NULL DEFAULT 'own', -- which side is near
    theme TEXT NOT NULL DEFAULT '',
    locale TEXT NOT NULL DEFAULT '', -- empty: the language that Discord names
    heard TEXT NOT NULL DEFAULT '', -- the language that Discord last named
    remind INTEGER NOT NULL DEFAULT 25 CHECK (remind BETWEEN 0 AND 100), -- percent of the time; 0: never
    remind_dm INTEGER NOT NULL DEFAULT 0 CHECK (remind_dm IN (0, 1)),
    coach INTEGER NOT NULL DEFAULT 1 CHECK (coach IN (0, 1)), -- explain the first moves
    named INTEGER NOT NULL DEFAULT 0 CHECK (named IN (0, 1)), -- in the files of games
    lines INTEGER NOT NULL DEFAULT 1 CHECK (lines IN (0, 1)), -- the lines they kept are shown after a game
    listed INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1)), -- in tables and profiles
    challengers TEXT NOT NULL DEFAULT 'all', -- the people who can challenge them
    zone TEXT NOT NULL DEFAULT '', -- such as Europe/Paris; empty: UTC
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 23), -- hours of the day there
    quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 23),
    digest INTEGER CHECK (digest BETWEEN 0 AND 23)
) STRICT;
INSERT INTO "person" VALUES(8,0,0,1,'own','','','',25,0,1,0,1,1,'played','',NULL,NULL,NULL);
INSERT INTO "person" VALUES(4611686018427387906,0,0,1,'own','nuit ☾','fr','',25,0,1,0,1,1,'all','',NULL,NULL,NULL);
CREATE TABLE post (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lane TEXT NOT NULL, -- posts of one lane are sent in order
    kind TEXT NOT NULL,
    challenge INTEGER REFERENCES challenge,
    "match" INTEGER REFERENCES "match",
    player INTEGER,
    data TEXT NOT NULL, -- JSON: the other fields of such a post
    guild INTEGER,
    queue INTEGER NOT NULL, -- a channel; below zero: changes to its old messages
    due INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    made INTEGER NOT NULL DEFAULT (CAST(strftime('%s', 'now') AS INTEGER)) -- when it was written
) STRICT;
INSERT INTO "post" VALUES(2,'match 1','board',NULL,1,NULL,'{"events":2}',81384788765712384,4001,30,1,3400);
INSERT INTO "post" VALUES(3,'match 1','board',NULL,1,NULL,'{"events":3}',81384788765712384,4001,60,0,3400);
CREATE TABLE puzzle_day (
    day INTEGER PRIMARY KEY, -- since 1970
    puzzle INTEGER NOT NULL
) STRICT;
INSERT INTO "puzzle_day" VALUES(20773,1);
CREATE TABLE rated (
    number INTEGER PRIMARY KEY,
    "match" INTEGER NOT NULL REFERENCES "match",
    gain REAL NOT NULL, -- of its rule set's lean
    deviation REAL NOT NULL
) STRICT;
CREATE TABLE rating (
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
    opponents INTEGER NOT NULL CHECK (opponents >= 0), -- different opponents
    form TEXT NOT NULL,
    PRIMARY KEY (guild, family, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE review (
    "match" INTEGER PRIMARY KEY REFERENCES "match",
    version INTEGER NOT NULL, -- of the reviewer
    data TEXT NOT NULL
) STRICT;
INSERT INTO "review" VALUES(2,1,'{"curve":[500,1000],"moments":[]}');
CREATE TABLE score (
    guild INTEGER NOT NULL,
    family TEXT NOT NULL,
    season INTEGER NOT NULL, -- a quarter of a year; 0: all time
    rules TEXT NOT NULL, -- empty: the whole family
    player INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    drawn INTEGER NOT NULL CHECK (drawn >= 0),
    lost INTEGER NOT NULL CHECK (lost >= 0),
    opponents INTEGER NOT NULL CHECK (opponents >= 0), -- different opponents
    PRIMARY KEY (guild, family, season, rules, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE season (
    guild INTEGER NOT NULL,
    number INTEGER NOT NULL, -- quarters of years since the year 0
    PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE seat (
    "match" INTEGER NOT NULL REFERENCES "match",
    guild INTEGER NOT NULL, -- 0: over all servers
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
    weight REAL NOT NULL DEFAULT 1.0, -- 1: counted as a whole game
    stranger INTEGER NOT NULL DEFAULT 0 CHECK (stranger IN (0, 1)), -- little was known of the opponent
    -- whether the game was the first against this opponent: in the family, that season, with the rules, both
    first INTEGER NOT NULL CHECK (first IN (0, 1)),
    first_in_season INTEGER NOT NULL CHECK (first_in_season IN (0, 1)),
    first_of_rules INTEGER NOT NULL CHECK (first_of_rules IN (0, 1)),
    first_of_rules_in_season INTEGER NOT NULL CHECK (first_of_rules_in_season IN (0, 1)),
    PRIMARY KEY ("match", guild, side)
) STRICT, WITHOUT ROWID;
CREATE TABLE showing (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL, -- the person who shares it
    guild INTEGER,
    channel INTEGER NOT NULL,
    remote INTEGER NOT NULL CHECK (remote IN (0, 1)),
    at INTEGER NOT NULL,
    press TEXT NOT NULL, -- the custom id that opens the page
    about INTEGER, -- the one person on the page; NULL: several or none
    message INTEGER, -- NULL: not posted yet
    removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
) STRICT;
CREATE TABLE thought (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "match" INTEGER NOT NULL REFERENCES "match",
    player INTEGER NOT NULL,
    step INTEGER NOT NULL DEFAULT 0 CHECK (step >= 0), -- how often it has changed
    data TEXT NOT NULL CHECK (length(data) <= 65536) -- JSON: where it stands, and the lines
) STRICT;
INSERT INTO "thought" VALUES(1,4,7,0,'{"start":0,"position":"3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d 0","moves":"a4-c4","numbers":3,"lines":[[3,0,"3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d 0","a4-c4",null,"",false],[2,0,"3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d 0","a4-b4",3000,"",false]]}');
CREATE TABLE title (
    guild INTEGER NOT NULL,
    season INTEGER NOT NULL,
    family TEXT NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 1),
    player INTEGER NOT NULL,
    rating REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (guild, season, family, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL, -- of its games
    announced_in INTEGER NOT NULL, -- the channel of its announcement
    "by" INTEGER NOT NULL,
    name TEXT NOT NULL, -- in a team match: of the first team
    versus TEXT NOT NULL DEFAULT '', -- the second team's name; empty: no team match
    edition INTEGER NOT NULL DEFAULT 1 CHECK (edition >= 1),
    form TEXT NOT NULL,
    rules TEXT NOT NULL,
    days INTEGER CHECK (days BETWEEN 1 AND 365),
    reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve BETWEEN 0 AND 365),
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    first_days INTEGER CHECK (first_days BETWEEN 1 AND 365),
    away_days INTEGER CHECK (away_days BETWEEN 0 AND 365),
    hurry_from INTEGER CHECK (hurry_from >= 0), -- from then on a move has 36 hours at most
    games INTEGER NOT NULL DEFAULT 2 CHECK (games IN (1, 2)), -- of a pairing
    rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1)),
    size INTEGER NOT NULL DEFAULT 16 CHECK (size BETWEEN 2 AND 64), -- entrants at most
    signup_days INTEGER NOT NULL DEFAULT 7 CHECK (signup_days >= 1),
    round_days INTEGER NOT NULL DEFAULT 14 CHECK (round_days >= 1),
    repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats IN (0, 1)), -- a league: the next season follows
    lapses INTEGER NOT NULL DEFAULT 0 CHECK (lapses >= 0), -- seasons in a row for which too few joined
    again INTEGER, -- the tournament whose players are invited to this one
    status TEXT NOT NULL DEFAULT 'draft',
    made INTEGER NOT NULL,
    closes INTEGER NOT NULL DEFAULT 0,
    began INTEGER,
    ended INTEGER,
    due INTEGER, -- when the bot looks at it next
    message INTEGER, -- its announcement; 0: a person has deleted that
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT;
CREATE TABLE tournament_entrant (
    tournament INTEGER NOT NULL REFERENCES tournament,
    seat INTEGER NOT NULL CHECK (seat >= 1), -- in the order of joining
    player INTEGER NOT NULL,
    joined INTEGER NOT NULL,
    "left" INTEGER, -- when
    seed INTEGER CHECK (seed >= 1), -- once it has started; 1: the strongest. In a team: the board
    pool INTEGER NOT NULL DEFAULT 0 CHECK (pool >= 0), -- the division of a league; the team
    finalist INTEGER NOT NULL DEFAULT 0 CHECK (finalist IN (0, 1)),
    won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1)), -- several may share the first place
    back INTEGER, -- when they last said that they are back
    PRIMARY KEY (tournament, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE tournament_game (
    "match" INTEGER PRIMARY KEY REFERENCES "match",
    tournament INTEGER NOT NULL REFERENCES tournament,
    pool INTEGER NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    leg INTEGER NOT NULL CHECK (leg >= 1),
    dark INTEGER NOT NULL, -- seats
    light INTEGER NOT NULL,
    dark_taken INTEGER, -- men, once it is over
    light_taken INTEGER
) STRICT;
CREATE TABLE tournament_pairing (
    tournament INTEGER NOT NULL REFERENCES tournament,
    pool INTEGER NOT NULL CHECK (pool >= 0), -- the group; 0: all members together, and finals
    round INTEGER NOT NULL CHECK (round >= 1),
    board INTEGER NOT NULL CHECK (board >= 1),
    one INTEGER NOT NULL, -- the seat that attacks in the first game
    other INTEGER,
    begun INTEGER NOT NULL,
    award TEXT NOT NULL DEFAULT '', -- the seat that gets the points without a game
    one_reminded INTEGER, -- when a person had this player reminded
    other_reminded INTEGER,
    one_more TEXT NOT NULL DEFAULT '', -- in a level pairing: who has asked for one more game
    through INTEGER, -- the seat that goes through from a level pairing without one more game
    PRIMARY KEY (tournament, pool, round, board)
) STRICT, WITHOUT ROWID;
CREATE TABLE turn_list (
    channel INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    made INTEGER NOT NULL,
    message INTEGER, -- NULL: not posted yet
    renewed INTEGER, -- when it was last posted again after a person had deleted it
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)) -- since it was posted
) STRICT;
CREATE TABLE unsearched (
    "match" INTEGER PRIMARY KEY REFERENCES "match"
) STRICT;
INSERT INTO "unsearched" VALUES(2);
CREATE TABLE vacation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    CHECK (start <= "end" AND "end" < 0x2000000000) -- the year 6325
) STRICT;
INSERT INTO "vacation" VALUES(1,7,1200,1900);
CREATE TABLE vote (
    "match" INTEGER NOT NULL REFERENCES "match",
    round INTEGER NOT NULL CHECK (round > 0),
    player INTEGER NOT NULL,
    move TEXT NOT NULL, -- the points of its path
    number INTEGER NOT NULL CHECK (number > 0), -- the smaller, the earlier
    PRIMARY KEY ("match", round, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE vote_game (
    "match" INTEGER PRIMARY KEY REFERENCES "match",
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL, -- where it started; it is played in a thread there
    round INTEGER NOT NULL DEFAULT 0 CHECK (round >= 0), -- the newest one; 0: none yet
    opened INTEGER, -- when that began; NULL: the opponent is to move, or the game is paused
    due INTEGER, -- when the bot looks at it next
    votes_cast INTEGER NOT NULL DEFAULT 0 CHECK (votes_cast >= 0), -- in all rounds, changes too
    silent INTEGER NOT NULL DEFAULT 0 CHECK (silent >= 0), -- rounds in a row without a vote
    votes_for INTEGER NOT NULL DEFAULT 0 CHECK (votes_for >= 0), -- the channel's last move
    votes_in INTEGER NOT NULL DEFAULT 0 CHECK (votes_in >= votes_for), -- all of that round
    state TEXT NOT NULL CHECK (state IN ('running', 'aside', 'over'))
) STRICT;
CREATE INDEX person_unlisted ON person (id) WHERE NOT listed;
CREATE INDEX vacation_player ON vacation (player, "end");
CREATE INDEX vacation_end ON vacation ("end");
CREATE UNIQUE INDEX blocked_by ON blocked ("by", pseudonym);
CREATE INDEX blocked_player ON blocked (player) WHERE player IS NOT NULL;
CREATE INDEX erased_at ON erased (at);
CREATE INDEX guild_news ON guild (id) WHERE news IS NOT NULL;
CREATE INDEX departed_at ON departed (at);
CREATE INDEX barred_pseudonym ON barred (pseudonym, guild);
CREATE INDEX barred_player ON barred (player) WHERE player IS NOT NULL;
CREATE INDEX moderation_guild ON moderation (guild, id);
CREATE INDEX moderation_by ON moderation ("by");
CREATE INDEX moderation_player ON moderation (player) WHERE player IS NOT NULL;
CREATE INDEX moderation_match ON moderation ("match") WHERE "match" IS NOT NULL;
CREATE INDEX moderation_at ON moderation (at);
CREATE INDEX challenge_by ON challenge ("by", standing);
CREATE INDEX challenge_opponent ON challenge (opponent, standing);
CREATE INDEX challenge_until ON challenge (until) WHERE standing IN ('open', 'draft');
CREATE INDEX challenge_closed ON challenge (made)
    WHERE standing IN ('withdrawn', 'declined', 'expired', 'countered');
CREATE INDEX challenge_counter ON challenge (counter_of) WHERE counter_of IS NOT NULL;
CREATE UNIQUE INDEX challenge_rematch ON challenge (rematch_of)
    WHERE standing = 'open' AND rematch_of IS NOT NULL;
CREATE INDEX match_channel ON "match" (channel);
CREATE INDEX match_guild ON "match" (guild) WHERE reason IS NULL;
CREATE INDEX match_message ON "match" (message) WHERE message IS NOT NULL;
CREATE INDEX match_challenge ON "match" (challenge) WHERE challenge IS NOT NULL;
CREATE UNIQUE INDEX match_first ON "match" (first) WHERE first IS NOT NULL;
CREATE INDEX match_due ON "match" (due) WHERE due IS NOT NULL;
CREATE INDEX match_dark ON "match" (dark) WHERE reason IS NULL;
CREATE INDEX match_light ON "match" (light) WHERE reason IS NULL;
CREATE INDEX match_dark_partner ON "match" (dark_partner)
    WHERE dark_partner IS NOT NULL AND reason IS NULL;
CREATE INDEX match_light_partner ON "match" (light_partner)
    WHERE light_partner IS NOT NULL AND reason IS NULL;
CREATE INDEX match_dark_over ON "match" (dark, since, id) WHERE reason IS NOT NULL;
CREATE INDEX match_light_over ON "match" (light, since, id) WHERE reason IS NOT NULL;
CREATE INDEX match_dark_partner_over ON "match" (dark_partner, since, id)
    WHERE dark_partner IS NOT NULL AND reason IS NOT NULL;
CREATE INDEX match_light_partner_over ON "match" (light_partner, since, id)
    WHERE light_partner IS NOT NULL AND reason IS NOT NULL;
CREATE INDEX match_dark_waits ON "match" (dark) WHERE reason IS NOT NULL AND due IS NOT NULL;
CREATE INDEX match_light_waits ON "match" (light) WHERE reason IS NOT NULL AND due IS NOT NULL;
CREATE INDEX match_engine_dark ON "match" (turn) WHERE dark = 1 AND reason IS NULL;
CREATE INDEX match_engine_light ON "match" (turn) WHERE light = 1 AND reason IS NULL;
CREATE INDEX match_sides ON "match" (guild, rules, winner, reason, plies, rated, level, excused)
    WHERE rated AND level = 0 AND NOT excused AND reason IS NOT NULL;
CREATE INDEX match_engine_over ON "match" (max(dark, light), channel, since, id)
    WHERE level > 0 AND reason IS NOT NULL AND NOT forgotten;
CREATE INDEX post_due ON post (due);
CREATE INDEX post_lane ON post (lane);
CREATE INDEX post_queue ON post (queue, due);
CREATE INDEX post_challenge ON post (challenge) WHERE challenge IS NOT NULL;
CREATE INDEX post_player ON post (player) WHERE player IS NOT NULL;
CREATE INDEX outage_end ON outage ("end");
CREATE INDEX rating_player ON rating (player);
CREATE INDEX rating_table ON rating (guild, family, rating - 2 * deviation DESC, player);
CREATE UNIQUE INDEX rated_match ON rated ("match");
CREATE INDEX seat_player ON seat (player, guild, family, at);
CREATE INDEX seat_between ON seat (player, opponent, guild);
CREATE INDEX seat_opponent ON seat (opponent);
CREATE INDEX score_player ON score (player);
CREATE INDEX honour_match ON honour ("match");
CREATE INDEX title_player ON title (player);
CREATE UNIQUE INDEX thought_match ON thought ("match", player);
CREATE INDEX thought_player ON thought (player);
CREATE INDEX attempt_guild ON attempt (guild, solved) WHERE guild IS NOT NULL;
CREATE INDEX daily_due ON daily (due) WHERE due IS NOT NULL;
CREATE UNIQUE INDEX found_puzzle_text ON found_puzzle (text, rules);
CREATE INDEX found_puzzle_grade ON found_puzzle (grade, number);
CREATE INDEX turn_list_guild ON turn_list (guild);
CREATE INDEX finished_list_guild ON finished_list (guild);
CREATE INDEX showing_player ON showing (player, id);
CREATE INDEX showing_about ON showing (about) WHERE about IS NOT NULL;
CREATE INDEX showing_guild ON showing (guild) WHERE guild IS NOT NULL;
CREATE INDEX following_player ON following (player);
CREATE INDEX vote_game_due ON vote_game (due) WHERE due IS NOT NULL;
CREATE INDEX vote_game_guild ON vote_game (guild, state, channel);
CREATE INDEX vote_move ON vote ("match", round, move, number);
CREATE INDEX vote_player ON vote (player, "match");
CREATE INDEX foursome_guild ON foursome (guild, status);
CREATE INDEX foursome_due ON foursome (due) WHERE due IS NOT NULL;
CREATE INDEX foursome_by ON foursome ("by");
CREATE INDEX foursome_invited ON foursome (invited) WHERE invited IS NOT NULL;
CREATE INDEX foursome_rematch ON foursome (rematch_of, id) WHERE rematch_of IS NOT NULL;
CREATE INDEX foursome_match ON foursome ("match") WHERE "match" IS NOT NULL;
CREATE INDEX foursome_seat_player ON foursome_seat (player, foursome);
CREATE INDEX tournament_guild ON tournament (guild, status, ended);
CREATE INDEX tournament_due ON tournament (due) WHERE due IS NOT NULL;
CREATE INDEX tournament_by ON tournament ("by", guild);
CREATE INDEX tournament_entrant_player ON tournament_entrant (player, tournament);
CREATE INDEX tournament_game_tournament ON tournament_game (tournament);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('challenge',4);
INSERT INTO "sqlite_sequence" VALUES('match',4);
INSERT INTO "sqlite_sequence" VALUES('post',3);
INSERT INTO "sqlite_sequence" VALUES('vacation',1);
INSERT INTO "sqlite_sequence" VALUES('blocked',2);
INSERT INTO "sqlite_sequence" VALUES('thought',1);
COMMIT;
