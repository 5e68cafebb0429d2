"""Who meets whom now: the newest round of each group, and what goes on of those before. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from bot.features.cups.model import Form
from games.tournament.knockout import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.cups.course import Course
    from bot.features.cups.model import Pairing
    from games.tournament.standings import Entrant


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a group, or of all together."""

    pool: int
    number: int
    pairings: Sequence[Pairing]  # those under way first; of a round before the newest, only those
    idle: Sequence[Entrant] = ()  # who has no opponent in it; of a knock-out, not yet


def current_rounds(course: Course) -> tuple[Round, ...]:
    """The rounds in which games go on, and the newest of each group: by group, the oldest first."""
    pools = [0] if course.of_pool(0) else range(1, len(course.groups) + 1)
    return tuple(current for pool in pools for current in _of_pool(course, pool))


def _of_pool(course: Course, pool: int) -> Iterator[Round]:
    pairings = course.of_pool(pool)
    newest = max((pairing.round for pairing in pairings), default=0)
    for number, whole in groupby(pairings, key=lambda pairing: pairing.round):
        ordered = sorted(whole, key=lambda pairing: pairing.key in course.decided)
        running = [pairing for pairing in ordered if pairing.key not in course.decided]
        if number == newest:
            yield Round(pool, number, ordered, _idle(course, pool, ordered))
        elif running:
            yield Round(pool, number, running)


def _idle(course: Course, pool: int, newest: Sequence[Pairing]) -> Sequence[Entrant]:
    match course.cup.form:
        case Form.KNOCKOUT:
            return [*_waiting(course)]
        case Form.ROBIN | Form.GROUPS:
            paired = {seat for pairing in newest for seat in pairing.seats}
            members = course.members(pool)
            return [seat for seat in members if seat not in paired and not course.is_out(seat)]
        case Form.SWISS | Form.LEAGUE:  # there that is a pairing too
            return ()


def _waiting(course: Course) -> Iterator[Entrant]:
    """Who is through to a tie of which the other is not known."""
    for tie in (tie for ties in course.bracket for tie in ties):
        if UNKNOWN in {tie.first, tie.second}:
            yield from (seat for seat in (tie.first, tie.second) if isinstance(seat, int))
