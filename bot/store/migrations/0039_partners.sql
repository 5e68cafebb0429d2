-- Two play each side of a match, in turn.

ALTER TABLE "match" ADD COLUMN dark_partner INTEGER; -- NULL: one plays each side
ALTER TABLE "match" ADD COLUMN light_partner INTEGER
    CHECK ((light_partner IS NULL) = (dark_partner IS NULL));
CREATE INDEX match_dark_partner ON "match" (dark_partner)
    WHERE dark_partner IS NOT NULL AND reason IS NULL;
CREATE INDEX match_light_partner ON "match" (light_partner)
    WHERE light_partner IS NOT NULL AND reason IS NULL;
CREATE INDEX match_dark_partner_over ON "match" (dark_partner, since, id)
    WHERE dark_partner IS NOT NULL AND reason IS NOT NULL;
CREATE INDEX match_light_partner_over ON "match" (light_partner, since, id)
    WHERE light_partner IS NOT NULL AND reason IS NOT NULL;

-- How a game of four comes together.
CREATE TABLE foursome (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL, -- of its card and its game
    "by" INTEGER NOT NULL,
    rules TEXT NOT NULL,
    days INTEGER CHECK (days BETWEEN 1 AND 365),
    reserve INTEGER NOT NULL DEFAULT 0 CHECK (reserve BETWEEN 0 AND 365),
    weekends INTEGER NOT NULL DEFAULT 1 CHECK (weekends IN (0, 1)),
    first_days INTEGER CHECK (first_days BETWEEN 1 AND 365),
    away_days INTEGER CHECK (away_days BETWEEN 0 AND 365),
    by_lot INTEGER NOT NULL CHECK (by_lot IN (0, 1)),
    status TEXT NOT NULL CHECK (status IN ('open', 'begun', 'closed', 'withdrawn')),
    made INTEGER NOT NULL,
    closes INTEGER NOT NULL,
    due INTEGER, -- when to look at it
    "match" INTEGER REFERENCES "match", -- once it has begun
    rematch_of INTEGER, -- the match of four that it follows
    message INTEGER, -- its card; 0: a person has deleted that
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT;
CREATE INDEX foursome_guild ON foursome (guild, status);
CREATE INDEX foursome_due ON foursome (due) WHERE due IS NOT NULL;
CREATE INDEX foursome_by ON foursome ("by");
CREATE INDEX foursome_rematch ON foursome (rematch_of, id) WHERE rematch_of IS NOT NULL;
CREATE INDEX foursome_match ON foursome ("match") WHERE "match" IS NOT NULL;

CREATE TABLE foursome_seat (
    foursome INTEGER NOT NULL REFERENCES foursome,
    number INTEGER NOT NULL CHECK (number >= 1), -- in the order in which they were given
    side TEXT CHECK (side IN ('d', 'l')), -- NULL: drawn by lot
    player INTEGER NOT NULL,
    joined INTEGER, -- NULL: kept for them, who have played before
    PRIMARY KEY (foursome, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX foursome_seat_player ON foursome_seat (player, foursome);
