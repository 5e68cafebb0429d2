"""Seeding: fair groups, and the order of a bracket in which the best meet last.

>>> [thue_morse(place, 2) for place in range(8)]
[0, 1, 1, 0, 1, 0, 0, 1]
>>> bracket_order(8)
(1, 8, 4, 5, 2, 7, 3, 6)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.tournament.standings import Entrant


def thue_morse(place: int, groups: int) -> int:
    """The group of the entrant at this place (from 0): the sum of its digits in base `groups`.

    Each group has one of every `groups` entrants, and none gets the first choice more often.
    """
    if groups == 1:
        return 0
    total = 0
    while place:
        place, digit = divmod(place, groups)
        total += digit
    return total % groups


def fair_groups(seeds: Sequence[Entrant], groups: int) -> tuple[tuple[Entrant, ...], ...]:
    """Split entrants into this many groups, by Thue-Morse; sizes differ by at most one."""
    members: list[list[Entrant]] = [[] for _ in range(groups)]
    for place, entrant in enumerate(seeds):
        members[thue_morse(place, groups)].append(entrant)
    return tuple(map(tuple, members))


def group_count(entrants: int, size: int) -> int:
    """The number of groups whose size comes nearest to `size`; each has at least two entrants."""
    return max(1, min((entrants + size // 2) // size, entrants // 2))


def bracket_order(size: int) -> tuple[int, ...]:
    """Seeds, from 1, in the order of a bracket of this size, a power of two."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return tuple(order)
