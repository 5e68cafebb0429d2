"""Round-robin pairings, by the Berger tables.

>>> for pairs in rounds((1, 2, 3, 4)):
...     print(pairs)
((1, 4), (2, 3))
((4, 3), (1, 2))
((2, 4), (3, 1))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.tournament.standings import Entrant

    Pair = tuple[Entrant, Entrant]  # with the attackers, with the defenders


def rounds(entrants: Sequence[Entrant]) -> tuple[tuple[Pair, ...], ...]:
    """The pairs of each round. With an odd number of entrants, one sits out each round.

    An entrant's numbers of games with each side differ by at most one.
    """
    even = len(entrants) + len(entrants) % 2
    return tuple(tuple(_pairs(entrants, even, number)) for number in range(1, even))


def _pairs(entrants: Sequence[Entrant], even: int, number: int) -> Iterator[Pair]:
    """Pairs of a round: the last entrant stays and meets `pivot`; others meet around `pivot`."""
    circle = even - 1
    pivot = (number + 1) * even // 2 % circle
    if even == len(entrants):
        met, last = entrants[(pivot - 1) % circle], entrants[-1]
        yield (met, last) if number % 2 else (last, met)
    for step in range(1, even // 2):
        yield entrants[(pivot + step - 1) % circle], entrants[(pivot - step - 1) % circle]
