"""A result in two words <-> a verdict. What the moves decide, no word can change.

Law: only what no move shows is taken on trust: resigning, time, agreement, being stopped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core import Reason, Side
from games.errors import Fault, Unreadable
from games.events import Answered, Flagged, Offer, Offered, Resigned, Stopped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core import Verdict
    from games.events import Event
    from games.match import Match

NOT_YET = "not yet"
_NOBODY = "nobody"
_SIDES = {Side.DARK: "dark", Side.LIGHT: "light", None: _NOBODY}
_WINNERS = {word: side for side, word in _SIDES.items()} | {"d": Side.DARK, "l": Side.LIGHT}


@dataclass(frozen=True, slots=True)
class Stated:
    """A result as somebody gives it; None for what he leaves out."""

    winner: str | None = None  # dark, light, nobody or not yet
    reason: Reason | None = None


def write_winner(verdict: Verdict | None) -> str:
    """Who won, in the word that `stated` reads."""
    return _SIDES[verdict.winner] if verdict else NOT_YET


def stated(winner: str | None, reason: str | None) -> Stated:
    """What the two words say; Unreadable for a word that says nothing. An empty one is none."""
    who = " ".join((winner or "").lower().split())
    why = "-".join((reason or "").lower().split())
    if who and who not in (*_WINNERS, NOT_YET):
        raise Unreadable(Fault.WINNER, winner)
    if why and why not in list(Reason):
        raise Unreadable(Fault.REASON, reason)
    known = _SIDES[_WINNERS[who]] if who in _WINNERS else who
    return Stated(known or None, Reason(why) if why else None)


def conclude(match: Match, said: Stated, at: int) -> Match:
    """The match with its end, which is made now if its moves do not show it.

    Unreadable where moves and result disagree, Illegal for an agreement that the rules do not know.
    """
    if said.reason and not match.verdict:
        match = match.after(*_end(match, said, at))
    verdict = match.verdict
    told = Stated(write_winner(verdict), verdict.reason if verdict else None)
    if said.winner not in (None, told.winner) or said.reason not in (None, told.reason):
        raise Unreadable(Fault.RESULT, _shown(said), _shown(told))
    return match


def _end(match: Match, said: Stated, at: int) -> Sequence[Event]:
    """What happened at last; nothing where only a move could have ended it so."""
    winner = _WINNERS.get(said.winner or "")
    match said.reason:
        case Reason.RESIGNED if winner:
            return (Resigned(winner.other, at),)
        case Reason.TIME:
            return (Flagged(at, match.turn),)
        case Reason.AGREED:
            asker = match.turn
            offered = Offered(asker, at, Offer.AGREE)
            return (offered, Answered(asker.other, at, accepted=True))
        case Reason.STOPPED:
            return (Stopped(at),)
        case _:
            return ()


def _shown(said: Stated) -> str:
    return ", ".join(filter(None, (said.winner, said.reason)))
