"""Matches of two games, in words: which of the two this is, the running score, who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import naming
from games.core import Reason, Side
from games.pair import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.model import Player, Record
    from bot.ui.words import Words
    from games.pair import Score

_HALF = "½"


def note(record: Record, words: Words) -> str:
    """Which of two games it is, and how the match stood before it; empty for a single game."""
    if record.games == 1:
        return ""
    if record.earlier is None:
        return words("pair.first")
    return words("pair.second", **_standing(record, score(record.earlier)))


def outcome(record: Record, words: Words) -> Iterator[str]:
    """What the end of a game means for the match of two, if there is one."""
    verdict = record.match.verdict
    if record.games == 1 or verdict is None or verdict.reason is Reason.STOPPED:
        return
    if record.earlier is None:
        yield words("pair.halfway", **_standing(record, score(record.match)))
        return
    final = score(record.earlier, record.match)
    standing = _standing(record, final)
    if not final.over:
        return
    if final.winner is None:
        yield words("pair.drawn", **standing)
        return
    values = {"winner": naming.person(_player(record, final.winner)), **standing}
    if not final.by_men:
        yield words("pair.won", **values)
        return
    men = {Side.DARK: final.dark.taken, Side.LIGHT: final.light.taken}
    more, less = men[final.winner], men[final.winner.other]
    yield words("pair.won-by-men", more=more, less=less, **values)


def begins(record: Record) -> Player | None:
    """Who moves first in the second game, which follows this one."""
    if record.games == 1 or record.first or record.match.verdict is None:
        return None
    stopped = record.match.verdict.reason is Reason.STOPPED
    return None if stopped else record.player(record.match.start.turn.other)


def _standing(record: Record, now: Score) -> dict[str, str]:
    """Whoever began with the attackers is named first."""
    return {
        "one": naming.person(_player(record, Side.DARK)),
        "ones": _points(now.dark.halves),
        "other": naming.person(_player(record, Side.LIGHT)),
        "others": _points(now.light.halves),
    }


def _player(record: Record, side: Side) -> Player:
    """Who had this side in the first game."""
    return record.player(side if record.first is None else side.other)


def _points(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ''}{_HALF}" if half else str(whole)
