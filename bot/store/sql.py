"""Every statement there is. Each finds its rows by an index: a test explains them all."""

from typing import Final

INSERT_CHALLENGE: Final = """
    INSERT INTO challenge (
        version, guild, channel, remote, "by", opponent, rules, side, days, reserve, weekends,
        thread, games, start, made, until, standing, message, "match", rematch_of
    ) VALUES (
        :version, :guild, :channel, :remote, :by, :opponent, :rules, :side, :days, :reserve,
        :weekends, :thread, :games, :start, :made, :until, :standing, :message, :match, :rematch_of
    )"""
# Its place and message are not touched: DONE_CHALLENGE knows them better than whoever read it.
UPDATE_CHALLENGE: Final = """
    UPDATE challenge SET
        version = :version, opponent = :opponent, rules = :rules, side = :side, days = :days,
        reserve = :reserve, weekends = :weekends, thread = :thread, games = :games, until = :until,
        standing = :standing, "match" = :match
    WHERE id = :id AND version = :version - 1"""
LINK_CHALLENGE: Final = 'UPDATE challenge SET "match" = :match WHERE id = :challenge'
DONE_CHALLENGE: Final = "UPDATE challenge SET message = :message WHERE id = :challenge"
CHALLENGE: Final = "SELECT * FROM challenge WHERE id = :id"
OPEN_CHALLENGES: Final = """
    SELECT * FROM challenge WHERE "by" = :player AND standing = 'open'
    UNION ALL
    SELECT * FROM challenge WHERE opponent = :player AND standing = 'open' AND "by" <> :player"""
DRAFTS: Final = """
    SELECT * FROM challenge WHERE "by" = :player AND standing = 'draft' ORDER BY id"""
EXPIRED: Final = """
    SELECT * FROM challenge WHERE until <= :now AND standing IN ('open', 'draft')
    ORDER BY until, id"""

INSERT_MATCH: Final = """
    INSERT INTO "match" (
        guild, channel, remote, dark, light, challenge, days, reserve, weekends, thread, message,
        games, first, version, rules, turn, plies, offer_by, since, shelved, winner, reason,
        clock_since, clock_total, clock_reserve, due, reminded
    ) VALUES (
        :guild, :channel, :remote, :dark, :light, :challenge, :days, :reserve, :weekends, :thread,
        :message, :games, :first, :version, :rules, :turn, :plies, :offer_by, :since, :shelved,
        :winner, :reason, :clock_since, :clock_total, :clock_reserve, :due, :reminded
    )"""
# The snapshot and the clock alone: place and message are for DONE_BOARD and MOVE_MATCH.
UPDATE_MATCH: Final = """
    UPDATE "match" SET
        version = :version, rules = :rules, turn = :turn, plies = :plies, offer_by = :offer_by,
        since = :since, shelved = :shelved, winner = :winner, reason = :reason,
        clock_since = :clock_since, clock_total = :clock_total, clock_reserve = :clock_reserve,
        due = :due, reminded = :reminded
    WHERE id = :id AND version = :before"""
OLD_BOARD: Final = """
    SELECT message FROM "match" WHERE id = :match AND message <> :message"""
DONE_BOARD: Final = 'UPDATE "match" SET message = :message WHERE id = :match'
# The second game of two may be there before the first one's thread is.
MOVE_MATCH: Final = """
    UPDATE "match" SET channel = :channel, thread = 0 WHERE id = :match OR first = :match"""
MATCH: Final = 'SELECT * FROM "match" WHERE id = :id'
MATCH_AT: Final = 'SELECT id FROM "match" WHERE message = :message'
NEWEST_IN: Final = 'SELECT id FROM "match" WHERE channel = :channel ORDER BY id DESC LIMIT 1'
MATCHES_AFTER: Final = 'SELECT * FROM "match" WHERE id > :id ORDER BY id LIMIT :most'
RUNNING: Final = """
    SELECT * FROM "match" WHERE dark = :player AND reason IS NULL
    UNION ALL
    SELECT * FROM "match" WHERE light = :player AND reason IS NULL AND dark <> :player"""
RUNNING_IN: Final = """
    SELECT * FROM "match" WHERE guild = :guild AND reason IS NULL ORDER BY id DESC LIMIT :most"""
# Of those that are over. What is not asked for is NULL; a preset stands for itself with whatever
# is added to it. SQLite merges two lists that an index keeps in order: nothing is sorted. A match
# begins where its challenge said.
FINISHED: Final = """
    SELECT past.*, challenge.start IS NOT NULL AS placed FROM (
        SELECT id, dark, light, rules, plies, since, winner, reason, games, first, challenge
        FROM "match"
        WHERE dark = :player AND reason IS NOT NULL
        AND (:rules IS NULL OR rules = :rules OR rules LIKE :more)
        AND (:opponent IS NULL OR :opponent = light)
        AND (:outcome IS NULL OR :outcome = CASE
            WHEN winner = 'd' THEN 'won' WHEN winner IS NOT NULL THEN 'lost'
            WHEN reason = 'stopped' THEN 'void' ELSE 'drawn' END)
        UNION ALL
        SELECT id, dark, light, rules, plies, since, winner, reason, games, first, challenge
        FROM "match"
        WHERE light = :player AND dark <> :player AND reason IS NOT NULL
        AND (:rules IS NULL OR rules = :rules OR rules LIKE :more)
        AND (:opponent IS NULL OR :opponent = dark)
        AND (:outcome IS NULL OR :outcome = CASE
            WHEN winner = 'l' THEN 'won' WHEN winner IS NOT NULL THEN 'lost'
            WHEN reason = 'stopped' THEN 'void' ELSE 'drawn' END)
        ORDER BY since DESC, id DESC LIMIT :most OFFSET :skip
    ) AS past LEFT JOIN challenge ON challenge.id = past.challenge"""
TALLY: Final = """
    SELECT 'd' AS side, count(*) FILTER (WHERE winner = 'd') AS won,
        count(*) FILTER (WHERE winner IS NULL AND reason <> 'stopped') AS drawn,
        count(*) FILTER (WHERE winner <> 'd') AS lost,
        count(*) FILTER (WHERE reason = 'stopped') AS void
    FROM "match" WHERE dark = :player AND reason IS NOT NULL
        AND (:rules IS NULL OR rules = :rules OR rules LIKE :more)
        AND (:opponent IS NULL OR :opponent = light)
        AND :placed = EXISTS (
            SELECT 1 FROM challenge AS c WHERE c.id = "match".challenge AND c.start IS NOT NULL)
    UNION ALL
    SELECT 'l' AS side, count(*) FILTER (WHERE winner = 'l') AS won,
        count(*) FILTER (WHERE winner IS NULL AND reason <> 'stopped') AS drawn,
        count(*) FILTER (WHERE winner <> 'l') AS lost,
        count(*) FILTER (WHERE reason = 'stopped') AS void
    FROM "match" WHERE light = :player AND dark <> :player AND reason IS NOT NULL
        AND (:rules IS NULL OR rules = :rules OR rules LIKE :more)
        AND (:opponent IS NULL OR :opponent = dark)
        AND :placed = EXISTS (
            SELECT 1 FROM challenge AS c WHERE c.id = "match".challenge AND c.start IS NOT NULL)"""
DUE_MATCHES: Final = 'SELECT * FROM "match" WHERE due <= :now ORDER BY due, id LIMIT :most'
NEXT_DEADLINE: Final = 'SELECT due FROM "match" WHERE due IS NOT NULL ORDER BY due LIMIT 1'
MARK_DUE_DARK: Final = """
    UPDATE "match" SET due = :now WHERE dark = :player AND reason IS NULL AND due > :now"""
MARK_DUE_LIGHT: Final = """
    UPDATE "match" SET due = :now WHERE light = :player AND reason IS NULL AND due > :now"""
MARK_ALL_DUE: Final = 'UPDATE "match" SET due = :now WHERE due > :now'
MARK_POSTS_DUE: Final = "UPDATE post SET due = :now WHERE due > :now"

INSERT_EVENT: Final = """
    INSERT INTO event ("match", number, "by", at, kind, data)
    VALUES (:match, :number, :by, :at, :kind, :data)"""
EVENTS_AFTER: Final = """
    SELECT number, "by", at, kind, data FROM event
    WHERE "match" = :match AND number > :number ORDER BY number"""

INSERT_POST: Final = """
    INSERT INTO post (lane, kind, challenge, "match", number, message, due, tries)
    VALUES (:lane, :kind, :challenge, :match, :number, :message, :due, :tries)"""
DELETE_POST: Final = "DELETE FROM post WHERE id = :id"
POST_AGAIN: Final = "UPDATE post SET due = :due, tries = tries + 1 WHERE id = :id"
# A post has its turn when no older one is left in its lane.
DUE_POSTS: Final = """
    SELECT * FROM post WHERE due <= :now AND NOT EXISTS (
        SELECT 1 FROM post AS older WHERE older.lane = post.lane AND older.id < post.id
    ) ORDER BY due, id LIMIT :most"""
# By the indexes alone: a hundred thousand games are counted in some milliseconds.
COUNTS: Final = """
    SELECT
        (SELECT count(*) FROM post WHERE due >= 0) AS posts,
        (SELECT count(*) FROM post WHERE due >= 0 AND tries > 0) AS failing,
        (SELECT count(*) FROM "match" WHERE dark >= 0 AND reason IS NULL) AS games,
        (SELECT count(*) FROM "match" WHERE due >= 0) AS clocks,
        (SELECT count(*) FROM "match" WHERE due <= :now) AS due"""
NEWEST_POST: Final = "SELECT seq FROM sqlite_sequence WHERE name = 'post'"

KEEP_PERSON: Final = """
    INSERT OR REPLACE INTO person (
        id, confirm, text, picture, seat, theme, locale, remind, remind_dm
    ) VALUES (
        :id, :confirm, :text, :picture, :seat, :theme, :locale, :remind, :remind_dm
    )"""
PERSON: Final = "SELECT * FROM person WHERE id = :id"
KEEP_NOTE: Final = "INSERT OR REPLACE INTO note (name, text) VALUES (:name, :text)"
NOTE: Final = "SELECT text FROM note WHERE name = :name"

VACATIONS: Final = """
    SELECT vacation.* FROM json_each(:players) AS players
    CROSS JOIN vacation ON vacation.player = players.value
    WHERE vacation."end" > :since"""
VACATIONS_OF: Final = 'SELECT * FROM vacation WHERE player = :player ORDER BY "end" DESC'
KEEP_VACATION: Final = """
    INSERT OR REPLACE INTO vacation (id, player, start, "end")
    VALUES (nullif(:id, 0), :player, :start, :end)"""
OUTAGES: Final = 'SELECT start, "end" FROM outage WHERE "end" > :since ORDER BY "end"'
CUT_OUTAGES: Final = """
    UPDATE outage SET start = min(start, :now), "end" = :now WHERE "end" > :now"""
KEEP_OUTAGE: Final = 'INSERT INTO outage (start, "end") VALUES (:start, :end)'

BARRED_IN: Final = "SELECT guild FROM barred WHERE player = :player ORDER BY guild"
MATCHES_OF: Final = """
    SELECT * FROM "match" WHERE dark = :player AND reason IS NULL
    UNION ALL
    SELECT * FROM "match" WHERE light = :player AND reason IS NULL
    UNION ALL
    SELECT * FROM "match" WHERE dark = :player AND reason IS NOT NULL
    UNION ALL
    SELECT * FROM "match" WHERE light = :player AND reason IS NOT NULL"""
# Not what others only drafted: it came to nothing, or may, without ever being shown.
CHALLENGES_OF: Final = """
    SELECT * FROM challenge WHERE "by" = :player
    UNION ALL
    SELECT * FROM challenge WHERE opponent = :player
        AND (message IS NOT NULL OR standing NOT IN ('draft', 'withdrawn', 'expired'))"""
UNFINISHED: Final = """
    SELECT 1 FROM "match" WHERE dark = :player AND reason IS NULL
    UNION ALL
    SELECT 1 FROM "match" WHERE light = :player AND reason IS NULL
    UNION ALL
    SELECT 1 FROM challenge WHERE "by" = :player AND standing = 'open'
    UNION ALL
    SELECT 1 FROM challenge WHERE opponent = :player AND standing = 'open'
    LIMIT 1"""
ERASE_DRAFTS: Final = """
    DELETE FROM challenge WHERE "by" = :player AND standing = 'draft'"""
ERASE_DRAFTS_FOR: Final = """
    DELETE FROM challenge WHERE opponent = :player AND standing = 'draft'"""
ERASE_DARK: Final = """
    UPDATE "match" SET dark = :former WHERE dark = :player AND reason IS NOT NULL"""
ERASE_LIGHT: Final = """
    UPDATE "match" SET light = :former WHERE light = :player AND reason IS NOT NULL"""
ERASE_CHALLENGER: Final = 'UPDATE challenge SET "by" = :former WHERE "by" = :player'
ERASE_CHALLENGED: Final = "UPDATE challenge SET opponent = :former WHERE opponent = :player"
ERASE_VACATIONS: Final = "DELETE FROM vacation WHERE player = :player"
ERASE_BARS: Final = "DELETE FROM barred WHERE player = :player"
ERASE_PERSON: Final = "DELETE FROM person WHERE id = :player"

KEEP_GUILD: Final = """
    INSERT OR REPLACE INTO guild (
        id, locale, theme, thread, rules, days, reserve, weekends, channels, max_challenges,
        max_games
    ) VALUES (
        :id, :locale, :theme, :thread, :rules, :days, :reserve, :weekends, :channels,
        :max_challenges, :max_games
    )"""
GUILD: Final = "SELECT * FROM guild WHERE id = :id"
BARRED: Final = "SELECT player FROM barred WHERE guild = :guild"
BAR: Final = "INSERT OR IGNORE INTO barred (guild, player) VALUES (:guild, :player)"
UNBAR: Final = "DELETE FROM barred WHERE guild = :guild AND player = :player"
