"""What is said of a clock, on a board and in a list. Decides nothing: see bot.service.clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import naming
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.clocks import Dial
    from bot.service.model import Listing, Player, Record
    from bot.ui.words import Words
    from games.core import Side

_HOUR = 60 * 60


def lines(dial: Dial, record: Record, words: Words) -> Iterator[str]:
    """Below a board: when time runs out, or why it does not run; who is away beside that."""
    yield " ".join([_time(dial, record, words), *_reserve(dial, record, words)])
    other = record.player(dial.side.other)
    if away := _until(dial, dial.side.other):
        yield words("clock.other-away", player=naming.person(other), until=away)


def _time(dial: Dial, record: Record, words: Words) -> str:
    time = naming.when(dial.deadline)
    if dial.goes_on is None:
        return words("board.time", time=time)
    if away := _until(dial, dial.side):
        mover = naming.person(record.player(dial.side))
        return words("clock.away", player=mover, until=away, time=time)
    return words("clock.weekend", on=naming.when(dial.goes_on), time=time)


def _reserve(dial: Dial, record: Record, words: Words) -> Iterator[str]:
    """What is left of it, and whether it is being used; nothing where there never was one."""
    if dial.reserve and dial.drawn:
        yield words("clock.reserve-runs")
    elif dial.reserve >= DAY:
        yield words("clock.reserve-days", count=dial.reserve // DAY)
    elif dial.reserve:
        yield words("clock.reserve-hours", count=-(-dial.reserve // _HOUR))
    elif record.pace.reserve:
        yield words("clock.reserve-none")


def brief(dial: Dial, listing: Listing, player: Player, words: Words) -> str:
    """The same in half a line of somebody's list."""
    own = dial.side is listing.side(player)
    mover = player if own else _other(listing, player)
    if dial.goes_on is None:
        urgent = "hurry" if own and dial.hurry else "runs"
        parts = [words(f"clock.{urgent}", time=naming.when(dial.deadline))]
    elif away := _until(dial, dial.side):
        parts = [words("clock.still-away", player=naming.person(mover), until=away)]
    else:
        parts = [words("clock.still-weekend", on=naming.when(dial.goes_on))]
    if own and (away := _until(dial, dial.side.other)):
        other = naming.person(_other(listing, player))
        parts.append(words("clock.also-away", player=other, until=away))
    return " · ".join(parts)


def _other(listing: Listing, player: Player) -> Player:
    return listing.light if player == listing.dark else listing.dark


def _until(dial: Dial, side: Side) -> str | None:
    end = dial.away.get(side)
    return None if end is None else naming.until(end)
