"""Write a match's result as two words, winner and reason, and read such words.

Invariant: words are trusted only for endings that no move shows: resignation, time, agreement and
stopping.

>>> read_result("Light", "king escaped")
Result(winner='light', reason=<Reason.KING_ESCAPED: 'king-escaped'>)
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
_SIDES = {Side.DARK: "dark", Side.LIGHT: "light", None: "nobody"}
_WINNERS = {word: side for side, word in _SIDES.items()} | {"d": Side.DARK, "l": Side.LIGHT}


@dataclass(frozen=True, slots=True)
class Result:
    """A result as written; None for a missing word."""

    winner: str | None = None  # dark, light, nobody or not yet
    reason: Reason | None = None


def write_winner(verdict: Verdict | None) -> str:
    """The winner as a word that `read_result` understands."""
    return _SIDES[verdict.winner] if verdict else NOT_YET


def read_result(winner: str | None, reason: str | None) -> Result:
    """Read a result from two words, which can be missing or empty; Unreadable if unknown."""
    who = " ".join((winner or "").lower().split())
    why = "-".join((reason or "").lower().split())
    if who and who not in (*_WINNERS, NOT_YET):
        raise Unreadable(Fault.WINNER, winner)
    if why and why not in list(Reason):
        raise Unreadable(Fault.REASON, reason)
    known = _SIDES[_WINNERS[who]] if who in _WINNERS else who
    return Result(known or None, Reason(why) if why else None)


def conclude(match: Match, written: Result, at: int) -> Match:
    """Add the written ending, unless the moves already end the match.

    Raises Unreadable if moves and result disagree, Illegal if the rules know no agreement.
    """
    if written.reason and not match.verdict:
        match = match.after(*_end(match, written, at))
    verdict = match.verdict
    actual = Result(write_winner(verdict), verdict.reason if verdict else None)
    if written.winner not in (None, actual.winner) or written.reason not in (None, actual.reason):
        raise Unreadable(Fault.RESULT, _shown(written), _shown(actual))
    return match


def _end(match: Match, written: Result, at: int) -> Sequence[Event]:
    """The events that end the match; none if only a move could have caused this ending."""
    winner = _WINNERS.get(written.winner or "")
    match written.reason:
        case Reason.RESIGNED if winner:
            return (Resigned(winner.other, at),)
        case Reason.TIME:
            return (Flagged(at, match.turn),)
        case Reason.NOT_BEGUN:
            return (Flagged(at, match.turn, void=True),)
        case Reason.AGREED:
            asker = match.turn
            offered = Offered(asker, at, Offer.AGREE)
            return (offered, Answered(asker.other, at, accepted=True))
        case Reason.STOPPED:
            return (Stopped(at),)
        case _:
            return ()


def _shown(result: Result) -> str:
    return ", ".join(filter(None, (result.winner, result.reason)))
