"""What is said of a clock, on a board and in a list. Decides nothing: see bot.service.dials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import naming

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.dials import Dial
    from bot.service.values import Listing, Player, Record
    from bot.ui.words import Words
    from games.core import Side


def lines(dial: Dial, record: Record, words: Words) -> Iterator[str]:
    """Below a board: when time runs out, or why it does not run; who is away beside that."""
    mover, other = record.player(dial.side), record.player(dial.side.other)
    time = naming.when(dial.deadline)
    if dial.goes_on is None:
        yield words("board.time", time=time)
    elif away := _until(dial, dial.side):
        yield words("clock.away", player=naming.person(mover), until=away, time=time)
    else:
        yield words("clock.weekend", on=naming.when(dial.goes_on), time=time)
    if away := _until(dial, dial.side.other):
        yield words("clock.other-away", player=naming.person(other), until=away)


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
