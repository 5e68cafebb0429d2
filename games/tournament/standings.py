"""Standings of a tournament: points, then tie-breaks.

Ties are broken by the Sonneborn-Berger score, then by men captured, then by the games between the
players still equal, then by the number of wins, then by how few plies the wins took, then by the
seeds. So no two players share a place.

>>> rows = table((1, 2), [Result(dark=1, light=2, dark_halves=2, light_halves=0)])
>>> [(row.place, row.entrant, row.halves) for row in rows]
[(1, 1, 2), (2, 2, 0)]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Entrant = int


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A decided game. A win is two halves of a point, a draw one for each.

    If both were absent, both lose.
    """

    dark: Entrant  # the entrant with the attackers
    light: Entrant
    dark_halves: int
    light_halves: int
    dark_taken: int = 0  # men captured
    light_taken: int = 0
    is_forfeit: bool = False
    plies: int = 0

    def __post_init__(self) -> None:
        if self.dark == self.light:
            raise ValueError(f"entrant {self.dark} against themselves")

    def halves_of(self, entrant: Entrant) -> int:
        """The half points of one of its two players."""
        return self.light_halves if entrant == self.light else self.dark_halves

    def taken_of(self, entrant: Entrant) -> int:
        """The men that one of its two players captured."""
        return self.light_taken if entrant == self.light else self.dark_taken


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entrant's row in the standings."""

    entrant: Entrant
    place: int = 0
    won: int = 0  # played games, as the next two; forfeits count as none
    drawn: int = 0
    lost: int = 0
    halves: int = 0  # of points, including those without a game
    free: int = 0  # halves of points without a game: byes and forfeits
    sonneborn: int = 0  # quarters of points: each result times the opponent's score
    taken: int = 0  # men captured
    direct: int = 0  # halves in games between entrants equal so far
    winning: int = 0  # plies of the games won

    @property
    def games(self) -> int:
        """The number of played games."""
        return self.won + self.drawn + self.lost


def table(
    entrants: Sequence[Entrant],
    results: Sequence[Result],
    granted: Mapping[Entrant, int] | None = None,
) -> tuple[Row, ...]:
    """Standings of all entrants, leader first; `granted` has half-points for byes and the like."""
    rows = _with_sonneborn(_counted(entrants, results, granted or {}), results)
    ranked = sorted(rows.values(), key=_score, reverse=True)  # keeps the order of the seeds
    equals = (tuple(group) for _, group in groupby(ranked, key=_score))
    return tuple(row for group in equals for row in _separated(group, ranked, results))


def _score(row: Row) -> tuple[int, int, int]:
    return row.halves, row.sonneborn, row.taken


def _counted(
    entrants: Sequence[Entrant], results: Sequence[Result], granted: Mapping[Entrant, int]
) -> dict[Entrant, Row]:
    free = [(entrant, granted.get(entrant, 0)) for entrant in entrants]
    rows = {entrant: Row(entrant=entrant, halves=halves, free=halves) for entrant, halves in free}
    for result in results:
        played = not result.is_forfeit
        for entrant, _, halves, taken in _sides(result):
            row = rows[entrant]
            winning = result.plies if halves == 2 else 0  # noqa: PLR2004  a whole point
            rows[entrant] = replace(
                row,
                won=row.won + (played and halves == 2),  # noqa: PLR2004  a whole point
                drawn=row.drawn + (played and halves == 1),
                lost=row.lost + (played and halves == 0),
                halves=row.halves + halves,
                free=row.free + (0 if played else halves),
                taken=row.taken + taken,
                winning=row.winning + winning,
            )
    return rows


def _with_sonneborn(rows: dict[Entrant, Row], results: Sequence[Result]) -> dict[Entrant, Row]:
    scores = dict.fromkeys(rows, 0)
    for result in results:
        for entrant, opponent, halves, _ in _sides(result):
            scores[entrant] += halves * rows[opponent].halves
    return {entrant: replace(row, sonneborn=scores[entrant]) for entrant, row in rows.items()}


def _sides(result: Result) -> Iterator[tuple[Entrant, Entrant, int, int]]:
    """For both sides: entrant, opponent, halves of a point, men captured."""
    for one, other in (result.dark, result.light), (result.light, result.dark):
        yield one, other, result.halves_of(one), result.taken_of(one)


def _separated(
    equal: tuple[Row, ...], ranked: Sequence[Row], results: Sequence[Result]
) -> Iterator[Row]:
    """Rank equal entrants by the games between them and by their wins, and set their places."""
    direct = dict.fromkeys((row.entrant for row in equal), 0)
    for result in results:
        if result.dark in direct and result.light in direct:
            direct[result.dark] += result.dark_halves
            direct[result.light] += result.light_halves
    above = ranked.index(equal[0])
    ordered = sorted(equal, key=lambda row: (-direct[row.entrant], -row.won, row.winning))
    for place, row in enumerate(ordered, above + 1):
        yield replace(row, direct=direct[row.entrant], place=place)
