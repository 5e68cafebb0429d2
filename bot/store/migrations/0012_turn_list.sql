-- The messages that say whose turn it is in a channel, kept up to date.

CREATE TABLE turn_list (
    channel INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    made INTEGER NOT NULL,
    message INTEGER, -- NULL: not posted yet
    renewed INTEGER, -- when it was last posted again after a person had deleted it
    "sum" INTEGER NOT NULL
);
CREATE INDEX turn_list_guild ON turn_list (guild);
