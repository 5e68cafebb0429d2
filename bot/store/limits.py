"""Checks the limits of a change, in the transaction that writes it."""

# ruff: noqa: S608  every word of a statement is in this package

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.model.matches import SEATS
from bot.store import people, sql
from bot.store.changes import Counted

if TYPE_CHECKING:
    import sqlite3

    from bot.store.changes import Limit

COUNT_CHALLENGES: Final = sql.count(
    "challenge",
    "\"by\" = :player AND standing = 'open' AND (:other IS NULL OR opponent = :other)",
)
COUNT_DRAFTS: Final = sql.count("challenge", "\"by\" = :player AND standing = 'draft'")


def _count_games(which: str, waiting: str = "") -> str:
    """Count a person's games; `waiting`: also matches of these whose second game is to start."""
    counted = [(seat, which) for seat in SEATS]
    if waiting:
        first = f"reason IS NOT NULL AND due IS NOT NULL AND {waiting}"
        counted += [(seat, first) for seat in ("dark", "light")]
    games = (
        f'(SELECT count(*) FROM "match" WHERE {seat} = +:player AND {those})'
        for seat, those in counted
    )
    return f"SELECT {' + '.join(games)} AS count"


COUNT_GAMES: Final = _count_games("reason IS NULL AND NOT shelved AND level = 0", "level = 0")
COUNT_PRACTICE: Final = _count_games("reason IS NULL AND level > 0 AND channel = 0")
COUNT_ENGINE_GAMES: Final = _count_games(
    "reason IS NULL AND NOT shelved AND level > 0 AND channel <> 0", "level > 0 AND channel <> 0"
)
COUNT_ENGINE_LATELY: Final = _count_games(
    "reason IS NOT NULL AND level > 0 AND since > :since AND (channel = 0) = (:guild IS 0)"
)
# With max(), SQLite takes the standing from the row with that maximum: the newest.
COUNT_CLOSED: Final = """
    SELECT count(*) - min(1, total(excused)) AS count, standing, max(until) FROM challenge
    WHERE "by" = :player AND standing IN ('withdrawn', 'declined')
    AND opponent IS :other AND until > :since AND message IS NOT NULL"""
COUNT_BARS: Final = sql.count("barred", "guild = :guild AND pseudonym = :pseudonym")
COUNT_BLOCKS: Final = sql.count("blocked", '"by" = :other AND pseudonym = :pseudonym')
COUNT_BLOCKED: Final = sql.count("blocked", '"by" = :player')
_PLAYED = " OR ".join(
    f"""EXISTS (
        SELECT 1 FROM "match" WHERE dark = {dark} AND reason {over} AND light = {light})"""
    for dark, light in (("+:player", "+:other"), ("+:other", "+:player"))
    for over in ("IS NULL", "IS NOT NULL")
)
COUNT_UNWELCOME: Final = sql.count(
    "person",
    f"id = :other AND (challengers = 'none' OR challengers = 'played' AND NOT ({_PLAYED}))",
)

_STATEMENTS: Final = {
    Counted.CHALLENGES: COUNT_CHALLENGES,
    Counted.DRAFTS: COUNT_DRAFTS,
    Counted.GAMES: COUNT_GAMES,
    Counted.PRACTICE: COUNT_PRACTICE,
    Counted.ENGINE_GAMES: COUNT_ENGINE_GAMES,
    Counted.ENGINE_LATELY: COUNT_ENGINE_LATELY,
    Counted.BARS: COUNT_BARS,
    Counted.BLOCKS: COUNT_BLOCKS,
    Counted.BLOCKED: COUNT_BLOCKED,
    Counted.UNWELCOME: COUNT_UNWELCOME,
    Counted.CLOSED: COUNT_CLOSED,
}


def refuse_beyond(db: sqlite3.Connection, limit: Limit) -> None:
    """Raise the limit's refusal if the count exceeds it."""
    values: dict[str, object] = {
        "player": limit.player,
        "guild": limit.guild,
        "other": limit.other,
        "since": limit.since,
    }
    if limit.counted in (Counted.BARS, Counted.BLOCKS):
        values["pseudonym"] = people.pseudonym(db, limit.player)
    row = sql.one(db, _STATEMENTS[limit.counted], values)
    if row and row["count"] > limit.most:
        standing = row["standing"] if limit.by_standing else ""
        raise limit.by_standing.get(standing, limit.refusal)
