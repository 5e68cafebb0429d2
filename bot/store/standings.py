"""Standings in SQLite: pages of tables, and the results that a profile looks back on."""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bot.service.ratings import ESTABLISHED, Rating
from bot.service.standings import Result, Row, Standing
from bot.store import rows, sql

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.service.model import Player
    from bot.service.ratings import Family
    from bot.service.standings import Table
    from bot.store.connection import Connection

_LISTED = "NOT EXISTS (SELECT 1 FROM person WHERE id = rating.player AND NOT listed)"
# Of whom at least three games of all that the table counts say something.
ALL_TIME: Final = f"""
    SELECT rating.*, won AS wins, drawn AS draws, lost AS losses FROM rating
    WHERE guild = :guild AND family = :family AND won + drawn + lost >= {ESTABLISHED} AND {_LISTED}
    ORDER BY rating DESC, player"""
SOME: Final = f"""
    SELECT rating.*, score.won AS wins, score.drawn AS draws, score.lost AS losses
    FROM score CROSS JOIN rating ON rating.guild = :guild AND rating.family = :family
        AND rating.player = score.player
    WHERE score.guild = :guild AND score.family = :family AND season = :season AND rules = :rules
        AND score.won + score.drawn + score.lost >= {ESTABLISHED} AND {_LISTED}"""
RESULTS: Final = """
    SELECT own."match", own.rules, own.side, own.outcome, own.opponent, other.before AS met
    FROM seat AS own LEFT JOIN seat AS other
        ON other."match" = own."match" AND other.guild = own.guild AND other.side <> own.side
    WHERE own.player = :player AND own.guild = :guild AND own.family = :family
    ORDER BY own.at DESC LIMIT :most"""


class StoredStandings:
    """The Standings of bot.service.standings."""

    def __init__(self, reader: Connection) -> None:
        self._reader = reader

    async def standing(self, table: Table, player: Player, page: int | None, most: int) -> Standing:
        """A page of so many lines; None: the page with the player, or the first."""
        return await self._reader.run(partial(_standing, table, player, page, most))

    async def results(
        self, player: Player, guild: int, family: Family, most: int
    ) -> Sequence[Result]:
        """Up to so many results that count, the newest first."""
        asked = {"player": player, "guild": guild, "family": family, "most": most}
        return await self._reader.run(lambda db: _results(db, asked))


def _standing(
    table: Table, player: Player, page: int | None, most: int, db: sqlite3.Connection
) -> Standing:
    asked: dict[str, object] = {"guild": table.guild, "family": table.family}
    if table.season or table.rules:
        asked |= {"season": table.season, "rules": table.rules}
        found = sorted(sql.many(db, SOME, asked), key=lambda row: (-row["rating"], row["player"]))
    else:
        found = sql.many(db, ALL_TIME, asked)
    place = next((n for n, row in enumerate(found, 1) if row["player"] == player), None)
    pages = max(1, -(-len(found) // most))
    shown = max(0, min(pages - 1, ((place or 1) - 1) // most if page is None else page))
    first = shown * most
    lines = [_row(n, row) for n, row in enumerate(found[first : first + most], first + 1)]
    own = _row(place, found[place - 1]) if place else None
    return Standing([each for each in lines if each], shown, pages, len(found), own)


def _row(place: int, row: sqlite3.Row) -> Row | None:
    """The line; None where it cannot be read."""
    found = next(rows.readable(partial(rows.read, Rating), [row]), None)
    return found and Row(place, found, row["wins"], row["draws"], row["losses"])


def _results(db: sqlite3.Connection, asked: Mapping[str, object]) -> list[Result]:
    return [*rows.readable(partial(rows.read, Result), sql.many(db, RESULTS, asked))]
