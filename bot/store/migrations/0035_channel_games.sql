-- A channel plays one side by vote.

ALTER TABLE challenge ADD COLUMN by_vote INTEGER NOT NULL DEFAULT 0 CHECK (by_vote IN (0, 1));
ALTER TABLE challenge ADD COLUMN level INTEGER NOT NULL DEFAULT 0 CHECK (level BETWEEN 0 AND 8);

CREATE TABLE channel_game (
    "match" INTEGER PRIMARY KEY REFERENCES "match" (id),
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL, -- in which it was begun; it is played in a thread of it
    round INTEGER NOT NULL DEFAULT 0 CHECK (round >= 0), -- the newest one; 0: none yet
    opened INTEGER, -- when it began; NULL: the opponent is to move, or the game is put aside
    due INTEGER, -- when to look at it
    votes_cast INTEGER NOT NULL DEFAULT 0 CHECK (votes_cast >= 0), -- in all rounds, changes too
    silent INTEGER NOT NULL DEFAULT 0 CHECK (silent >= 0), -- rounds without a vote, one after the other
    votes_for INTEGER NOT NULL DEFAULT 0 CHECK (votes_for >= 0), -- the channel's last move
    votes_in INTEGER NOT NULL DEFAULT 0 CHECK (votes_in >= votes_for), -- of so many; 0: nobody voted
    state TEXT NOT NULL CHECK (state IN ('running', 'aside', 'over'))
) STRICT;
CREATE INDEX channel_game_due ON channel_game (due) WHERE due IS NOT NULL;
CREATE INDEX channel_game_guild ON channel_game (guild, state, channel);

CREATE TABLE vote (
    "match" INTEGER NOT NULL REFERENCES "match" (id),
    round INTEGER NOT NULL CHECK (round > 0),
    player INTEGER NOT NULL,
    move TEXT NOT NULL, -- the points of its path
    number INTEGER NOT NULL CHECK (number > 0), -- the smaller, the earlier
    PRIMARY KEY ("match", round, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX vote_move ON vote ("match", round, move, number);
CREATE INDEX vote_player ON vote (player, "match");
