"""A knock-out: the bracket, its present pairings, and the entrants who are through.

The bracket's size is the next power of two, so the best seeds have no opponent in the first round.
If both entrants of a tie lose by absence, nobody goes through, and the next opponent advances.

>>> bracket = ties((1, 2, 3), {})
>>> [(tie.first, tie.second, tie.winner) for round in bracket for tie in round]
[(1, NOBODY, 1), (2, 3, UNKNOWN), (1, UNKNOWN, UNKNOWN)]
>>> [tie.key for tie in playable(bracket)]
[(0, 1)]
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from games.tournament.seeding import bracket_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.tournament.standings import Entrant

    Key = tuple[int, int]  # the round and the place in it, from 0


class Vacant(Enum):
    """Reasons why a place of the bracket has no entrant."""

    NOBODY = "nobody"  # and nobody will come
    UNKNOWN = "unknown"  # until earlier ties are decided

    def __repr__(self) -> str:
        return self.name


NOBODY, UNKNOWN = Vacant.NOBODY, Vacant.UNKNOWN


@dataclass(frozen=True, slots=True)
class Tie:
    """Two places of a bracket that meet."""

    key: Key
    first: Entrant | Vacant
    second: Entrant | Vacant
    winner: Entrant | Vacant


def ties(
    seeds: Sequence[Entrant], decided: Mapping[Key, Entrant | None]
) -> tuple[tuple[Tie, ...], ...]:
    """All rounds. `decided` maps each decided tie to its winner; None if both lost."""
    size = 1 << max(0, len(seeds) - 1).bit_length()
    lines: list[Entrant | Vacant] = [
        seeds[seed - 1] if seed <= len(seeds) else NOBODY for seed in bracket_order(size)
    ]
    rounds: list[tuple[Tie, ...]] = []
    while len(lines) > 1:
        pairs = zip(lines[::2], lines[1::2], strict=True)
        rounds.append(
            tuple(_tie((len(rounds), place), *pair, decided) for place, pair in enumerate(pairs))
        )
        lines = [tie.winner for tie in rounds[-1]]
    return tuple(rounds)


def _tie(
    key: Key,
    first: Entrant | Vacant,
    second: Entrant | Vacant,
    decided: Mapping[Key, Entrant | None],
) -> Tie:
    winner: Entrant | Vacant = UNKNOWN
    if first is NOBODY or second is NOBODY:
        winner = second if first is NOBODY else first
    elif key in decided and UNKNOWN not in {first, second}:
        through = decided[key]
        winner = NOBODY if through is None else through
    return Tie(key, first, second, winner)


def playable(rounds: Sequence[Sequence[Tie]]) -> Iterator[Tie]:
    """Ties with both entrants known and no winner yet."""
    for tie in (tie for ties_of_round in rounds for tie in ties_of_round):
        if tie.winner is UNKNOWN and UNKNOWN not in {tie.first, tie.second}:
            yield tie
