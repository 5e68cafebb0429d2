"""Who guesses which side of a game wins, in SQLite, and who was right.

Law: `ended` and `correct` follow from the match, and are written in the transaction of its end.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.features.onlookers.model import GUESSED, Guess, Guesser, Guesses, is_public
from bot.features.onlookers.refusals import OnlookerNo
from bot.model.people import Player
from bot.model.posts import ClockPost, edit_wait
from bot.service.refusals import Refusal
from bot.store import limits, posts, rows, sql
from bot.store.extension import Extension
from games.core import Side
from games.errors import Illegal, Why

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.model.times import Instant
    from bot.store.changes import Limit
    from bot.store.database import Database
    from bot.store.extension import MatchWritten

COLUMNS: Final = rows.columns(Guess)
PROGRESS: Final = 'SELECT plies, reason, since FROM "match" WHERE id = :match'
ONE_GUESS: Final = 'SELECT * FROM guess WHERE "match" = :match AND player = :player'
KEEP_GUESS: Final = sql.keep("guess", COLUMNS)
COUNTS: Final = """
    SELECT total(side = 'd') AS dark, total(side = 'l') AS light, total(correct) AS correct
    FROM guess WHERE "match" = :match"""
DECIDE: Final = sql.update("guess", '"match" = :match', "ended", correct="(side = :winner)")
GUESSED_IN: Final = """
    SELECT player, correct FROM guess WHERE guild = :guild AND ended >= :since AND ended < :until
    AND NOT EXISTS (SELECT 1 FROM person WHERE id = guess.player AND NOT listed)"""
GUESSES_OF: Final = "SELECT * FROM guess WHERE player = :player"
ERASE_GUESSES: Final = "DELETE FROM guess WHERE player = :player"
CLEAR_GUESSES: Final = "DELETE FROM guess WHERE guild = :guild"
# For files that no bot has open, and for checks.
GUESSERS: Final = "SELECT DISTINCT player FROM guess WHERE player > 0"
GUESS_GUILDS: Final = "SELECT DISTINCT guild FROM guess WHERE guild > 0"
DIFFERING: Final = """
    SELECT g."match", g.player,
        CASE WHEN m.winner IS NOT NULL THEN m.since END AS ended, g.side = m.winner AS correct
    FROM guess AS g JOIN "match" AS m ON m.id = g."match"
    WHERE g.player > 0 AND (
        g.ended IS NOT CASE WHEN m.winner IS NOT NULL THEN m.since END
        OR g.correct IS NOT (g.side = m.winner))"""
CORRECT: Final = sql.update("guess", '"match" = :match AND player = :player', "ended", "correct")


class GuessTables:
    """Who guesses what."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def guess(self, new: Guess, bars: Sequence[Limit], now: Instant) -> None:
        """Keep it, in the place of an earlier one, and have the board count it."""

        def job(db: sqlite3.Connection) -> None:
            for bar in bars:
                limits.refuse_beyond(db, bar)
            row = rows.row_of(new)
            progress = sql.one(db, PROGRESS, row)
            if progress is None or progress["reason"] is not None:
                raise Illegal(Why.OVER)
            if progress["plies"] >= GUESSED:
                raise Refusal(OnlookerNo.GUESSED_ALREADY, limit=GUESSED)
            if rows.one(Guess, db, ONE_GUESS, **row) == new:
                return
            db.execute(KEEP_GUESS, row)
            due = now + edit_wait(now - progress["since"])
            posts.write_post(db, ClockPost(new.match, due=due))

        await self._database.write(job)

    async def guesses(self, match: int) -> Guesses:
        """How many guess what of a match, and how many were right."""
        row = await self._database.row(COUNTS, match=match)
        assert row
        by_side = {Side.DARK: int(row["dark"]), Side.LIGHT: int(row["light"])}
        return Guesses(by_side, int(row["correct"]))

    async def best(
        self, guild: int, since: Instant, until: Instant, most: int
    ) -> Sequence[Guesser]:
        """Up to `most` of those who were right most often about games that ended there then."""
        asked = {"guild": guild, "since": since, "until": until}
        correct, all_of = Counter[Player](), Counter[Player]()
        for row in await self._database.rows(GUESSED_IN, **asked):
            all_of[row["player"]] += 1
            correct[row["player"]] += row["correct"]
        guessers = [Guesser(player, correct[player], all_of[player]) for player in all_of]
        right = [guesser for guesser in guessers if guesser.correct]
        return sorted(right, key=lambda one: (-one.correct, one.count, one.player))[:most]


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """Say who was right, once a side has won."""
    verdict = written.record.match.verdict
    if verdict and verdict.winner and is_public(written.record):
        row = {"match": written.number, "winner": verdict.winner, "ended": written.now}
        db.execute(DECIDE, row)


def _erase(db: sqlite3.Connection, player: Player, _: Instant) -> None:
    db.execute(ERASE_GUESSES, {"player": player})


def _personal_data(
    db: sqlite3.Connection, player: Player
) -> Mapping[str, Sequence[Mapping[str, object]]]:
    guesses = rows.many(Guess, db, GUESSES_OF, player=player)
    return {
        "guesses": [
            {"match": guess.match, "side": guess.side, "right": guess.correct} for guess in guesses
        ]
    }


def faults(db: sqlite3.Connection) -> list[str]:
    """Guesses that are not as right as their games say."""
    wrong = sorted({row["match"] for row in sql.many(db, DIFFERING, {})})
    return [f"a guess about match {match} is not as that ended" for match in wrong]


def rebuild(db: sqlite3.Connection) -> None:
    """Say again who was right."""
    for row in sql.many(db, DIFFERING, {}):
        db.execute(CORRECT, dict(row))


EXTENSION = Extension(
    match_written=_match_written,
    erase=_erase,
    personal_data=_personal_data,
    people=lambda db: [row["player"] for row in sql.many(db, GUESSERS, {})],
    servers=lambda db: [row["guild"] for row in sql.many(db, GUESS_GUILDS, {})],
    clear_server=lambda db, guild: db.execute(CLEAR_GUESSES, {"guild": guild}),
    tables={"guess": partial(rows.read, Guess)},
    faults=faults,
    rebuild=rebuild,
)
