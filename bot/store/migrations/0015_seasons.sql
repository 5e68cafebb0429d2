-- Seasons of servers that are over, and the titles that they brought.

CREATE TABLE season (
    guild INTEGER NOT NULL,
    number INTEGER NOT NULL, -- quarters of years since the year 0
    "sum" INTEGER NOT NULL,
    PRIMARY KEY (guild, number)
) WITHOUT ROWID;

CREATE TABLE title (
    guild INTEGER NOT NULL,
    season INTEGER NOT NULL,
    family TEXT NOT NULL,
    place INTEGER NOT NULL,
    player INTEGER NOT NULL,
    rating REAL NOT NULL,
    games INTEGER NOT NULL,
    "sum" INTEGER NOT NULL,
    PRIMARY KEY (guild, season, family, place)
) WITHOUT ROWID;
CREATE INDEX title_player ON title (player);
CREATE INDEX guild_seasons ON guild (id) WHERE seasons;
