"""The Swiss system: in each round, players meet opponents with about as many points.

The rule, in words for players. Players are ranked by points, then by seeds. With an odd number,
the lowest player without a bye so far gets the bye. Then, from the top, each player meets the best
opponent who leaves opponents for everyone else: first players with equal points, from their middle
downwards, as in the Dutch system (1 against 5 of eight), then from the middle upwards, then players
with fewer points, from the top. As long as possible, no two players meet twice, and nobody has one
side two times more often than the other; if not, balanced sides give way first. In pairings of two
games with both sides, sides don't matter and `lean` stays 0.

>>> players = [Player(entrant=seed) for seed in range(1, 9)]
>>> round_of(players).pairs
((1, 5), (6, 2), (3, 7), (8, 4))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.tournament.matching import can_all_be_paired

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from games.tournament.round_robin import Pair
    from games.tournament.standings import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """An entrant's facts for pairing."""

    entrant: Entrant
    halves: int = 0  # of points
    opponents: frozenset[Entrant] = frozenset()
    lean: int = 0  # games with the attackers minus games with the defenders
    had_bye: bool = False  # or other points without a game


@dataclass(frozen=True, slots=True)
class Round:
    """The pairs of a round, attackers first, and the bye."""

    pairs: tuple[Pair, ...]
    bye: Entrant | None = None


def round_of(players: Sequence[Player]) -> Round:
    """Pair the next round; players come in the order of their seeds."""
    ranked = sorted(players, key=lambda player: -player.halves)
    choices = (
        (bye, rest, graph)
        for may_meet in (_new_and_balanced, _new, _any)
        for bye in _byes(ranked)
        for rest in [[player for player in ranked if player is not bye]]
        for graph in [_graph(rest, may_meet)]
        if can_all_be_paired(graph)
    )
    bye, rest, graph = next(choices)  # without conditions, an even number can be paired
    pairs = enumerate(_pairs(rest, graph))
    return Round(tuple(_with_sides(board, *pair) for board, pair in pairs), bye and bye.entrant)


def _new(one: Player, other: Player) -> bool:
    """Whether they haven't met yet."""
    return other.entrant not in one.opponents


def _new_and_balanced(one: Player, other: Player) -> bool:
    """Whether they haven't met, and both can keep their sides balanced within one game."""
    return _new(one, other) and abs(one.lean + other.lean) <= 1


def _any(_one: Player, _other: Player) -> bool:
    return True


def _byes(ranked: Sequence[Player]) -> Iterator[Player | None]:
    """Candidates for the bye, best first; None if everyone can play."""
    if len(ranked) % 2 == 0:
        yield None
        return
    lowest_first = ranked[::-1]
    yield from sorted(lowest_first, key=lambda player: player.had_bye)


def _graph(
    players: Sequence[Player], may_meet: Callable[[Player, Player], bool]
) -> dict[Entrant, frozenset[Entrant]]:
    """Each player's possible opponents."""
    return {
        one.entrant: frozenset(
            other.entrant for other in players if other is not one and may_meet(one, other)
        )
        for one in players
    }


def _pairs(
    ranked: Sequence[Player], graph: dict[Entrant, frozenset[Entrant]]
) -> Iterator[tuple[Player, Player]]:
    """Pair from the top, each with the best opponent who leaves opponents for everyone else."""
    left = list(ranked)
    while left:
        upper = left[0]
        lower = next(
            player
            for player in _by_preference(left)
            if player.entrant in graph[upper.entrant]
            and can_all_be_paired(_without(graph, upper, player))
        )
        graph = _without(graph, upper, lower)
        left = [player for player in left if player not in (upper, lower)]
        yield upper, lower


def _without(
    graph: dict[Entrant, frozenset[Entrant]], *players: Player
) -> dict[Entrant, frozenset[Entrant]]:
    gone = {player.entrant for player in players}
    return {entrant: others - gone for entrant, others in graph.items() if entrant not in gone}


def _by_preference(left: Sequence[Player]) -> Sequence[Player]:
    """Opponents for the first player, best first; players met before come last."""
    upper = left[0]
    equal = sum(player.halves == upper.halves for player in left)
    middle = max(1, equal // 2)
    preferred = (*left[middle:equal], *reversed(left[1:middle]), *left[equal:])
    return sorted(preferred, key=lambda player: player.entrant in upper.opponents)


def _with_sides(board: int, upper: Player, lower: Player) -> Pair:
    """Give the attackers to the player who had them less often; if equal, boards alternate."""
    upper_is_dark = board % 2 == 0 if upper.lean == lower.lean else upper.lean < lower.lean
    dark, light = (upper, lower) if upper_is_dark else (lower, upper)
    return dark.entrant, light.entrant
