"""Eight opponents, from a child's first to full strength, in roughly equal steps.

Weak opponents err as people do: they look less far ahead, like plausible moves about equally, and
now and then overlook the reply from afar. They count nodes, not time, to be equally strong on
every machine; time is only a ceiling. Errors are seeded by match and position, so taking back and
trying again changes nothing, and matches still differ. Levels without errors vary their openings.
"""

from __future__ import annotations

import random
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.limits import SURE, WIN, Limits, Stopped
from engine.tafl_rules import Unsupported, read_rules
from engine.tafl_values import kind_of
from games.catalogue import TABAL
from games.core import Side
from games.errors import Contradiction
from games.notation import write_position

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.limits import SearchResult
    from engine.search import Search
    from games.core import Game, Position
    from games.core import Move as Path

_OPENING = 4  # plies from the start with varied moves
_CEILING = 2.0  # seconds of processor time: a busy machine doesn't weaken a level
_RULE_SETS = 4  # rule sets with cached levels
_MOST = 200  # moves for a hasty look: Tabal's dames can have very many


class Unseen(IntEnum):
    """The wins and losses that an opponent misses on a turn; each kind includes earlier kinds."""

    NOTHING = auto()
    TWO_MOVES_OFF = auto()
    THEIR_WIN = auto()  # on their next move
    OWN_WIN = auto()  # on the move


def _blindness_to(score: int) -> Unseen:
    """The least blindness that misses this win or loss."""
    if score == WIN - 1:
        return Unseen.OWN_WIN
    return Unseen.THEIR_WIN if score <= 2 - WIN else Unseen.TWO_MOVES_OFF


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of one opponent."""

    depth: int = 60
    nodes: int | None = None
    noise: float = 0.0  # the spread of its errors; a soldier is about 100
    overlooks: float = 0.0  # how often it overlooks the reply to a move
    # The share of turns on which it misses ...
    misses: float = 0.0  # a win or loss two or more moves off
    leaves: float = 0.0  # ... also the opponent's win on their next move
    blind: float = 0.0  # ... also its own immediate win
    light: Level | None = None  # how it plays the defenders, if different

    def choose(  # noqa: PLR0913, PLR0917  everything about the game
        self,
        search: Search,
        game: Game,
        position: Position,
        history: Sequence[Position],
        stop: Callable[[], bool] | None = None,
        match: int | None = None,
    ) -> SearchResult:
        """Choose a move in an undecided position; the best so far once `stop` returns True.

        `match` is any number that stays the same during a match, so that matches differ.
        """
        if self.light and position.turn is Side.LIGHT:
            return self.light.choose(search, game, position, history, stop, match)
        if match is not None and not self.noise and _opens(game, position, history):
            return _VARIED.choose(search, game, position, history, stop, match)
        search.forget()  # a takeback must not change the reply
        limits = Limits(_CEILING, self.nodes, self.depth, clock=time.process_time, stop=stop)
        if not self.noise:
            return search.search(position, history, limits)
        try:
            results = search.weigh(position, history, limits)
        except Stopped:
            return search.search(position, history, limits)
        hasty: Mapping[Path, int] = {}
        if self.overlooks or self.misses:
            hasty = self._hasty(search, game, position)
        chance = random.Random(_seed(game, position, history, match))  # noqa: S311  errors, no secrets
        unseen = self._unseen(chance)
        return max(
            (self._seen(result, hasty, chance, unseen) for result in results),
            key=lambda result: result.score,
        )

    def _unseen(self, chance: random.Random) -> Unseen:
        """Draw at random what this level overlooks this turn."""
        if not self.misses:
            return Unseen.NOTHING
        drawn = chance.random()
        if drawn < self.blind:
            return Unseen.OWN_WIN
        if drawn < self.leaves:
            return Unseen.THEIR_WIN
        return Unseen.TWO_MOVES_OFF if drawn < self.misses else Unseen.NOTHING

    def _hasty(self, search: Search, game: Game, position: Position) -> Mapping[Path, int]:
        """Each move's value before considering replies."""
        after = {move: game.after(position, move) for move in game.moves(position)[:_MOST]}
        return {
            move: -search.glance(after_move)
            for move, after_move in after.items()
            if not game.verdict(after_move)
        }

    def _seen(
        self,
        result: SearchResult,
        hasty: Mapping[Path, int],
        chance: random.Random,
        unseen: Unseen,
    ) -> SearchResult:
        """A move as this opponent sees it; only the blind miss an immediate win."""
        error, overlooked = round(chance.gauss(0, self.noise)), chance.random() < self.overlooks
        if abs(result.score) > SURE and _blindness_to(result.score) <= unseen:
            return replace(result, score=hasty.get(result.move, 0) + error)
        score = hasty.get(result.move, result.score) if overlooked else result.score
        if result.score > SURE or abs(score) > SURE:  # errors don't affect forced results
            return replace(result, score=max(result.score, score))
        return replace(result, score=score + error)


def _seed(game: Game, position: Position, history: Sequence[Position], match: int | None) -> str:
    first = write_position(game, history[0] if history else position)
    return f"{game.name} {match or ''} {first} {write_position(game, position)}"


def _opens(game: Game, position: Position, history: Sequence[Position]) -> bool:
    """Whether the match started from the rules' start and has hardly gone on."""
    first = (*history, position)[0]
    with suppress(Contradiction):  # raised if the other side went first
        return len(history) < _OPENING and first == game.start(first.turn)
    return False


_VARIED = Level(depth=2, noise=12)  # about a tenth of a soldier: any of the best moves


# A child's first opponent, as the defenders on a large board: it hardly sees its chances. Beginners
# don't block ways out, so an opponent that sees them wins at once; as attackers the same opponent
# must see most of the child's ways.
_CHILD = Level(depth=1, noise=1_500, overlooks=1.0, misses=1.0, leaves=1.0, blind=0.65)

_TAFL: Mapping[int, Level] = {
    1: Level(
        depth=1,
        noise=200,
        misses=0.42,
        leaves=0.42,
        light=Level(depth=1, noise=300, overlooks=0.6),
    ),
    2: Level(depth=1, noise=107, overlooks=0.06),
    3: Level(depth=1, noise=95),
    4: Level(depth=2, noise=90),
    5: Level(nodes=400),
    6: Level(nodes=1_800),
    7: Level(nodes=9_000),
    8: Level(nodes=40_000),
}
_TABAL: Mapping[int, Level] = {
    1: Level(depth=1, noise=240, overlooks=0.5, light=Level(depth=1, noise=280, overlooks=0.5)),
    2: Level(depth=1, noise=168, overlooks=0.24),
    3: Level(depth=1, noise=117, overlooks=0.04),
    4: Level(depth=2, noise=192),
    5: Level(depth=2, noise=95),
    6: Level(nodes=180),
    7: Level(nodes=2_000),
    8: Level(nodes=50_000),
}
_SLOW_KING: Mapping[int, Level] = {  # he steps: near-best moves matter more than oversights
    1: Level(depth=1, noise=500, overlooks=0.9),
    2: Level(depth=1, noise=48, overlooks=0.05),
    3: Level(depth=1, noise=10),
    4: Level(depth=2, noise=18),
    5: Level(nodes=1_000),
    6: Level(nodes=3_200),
    7: Level(nodes=16_000),
    8: Level(nodes=80_000),
}
_SMALL: Mapping[int, Level] = {
    1: Level(depth=1, noise=300, overlooks=0.6),
    2: Level(depth=1, noise=107, overlooks=0.06),
    3: Level(depth=1, noise=35),
    4: Level(depth=2, noise=30),
    5: Level(nodes=1_000),
    6: Level(nodes=4_600),
    7: Level(nodes=21_000),
    8: Level(nodes=100_000),
}
_LARGE: Mapping[int, Level] = {  # weighing each move at depth 2 takes too long
    1: Level(depth=1, noise=120, misses=0.3, leaves=0.3, light=_CHILD),
    2: Level(depth=1, noise=200, overlooks=0.06),
    3: Level(depth=1, noise=95),
    4: Level(nodes=400),
    5: Level(nodes=1_700),
    6: Level(nodes=7_000),
    7: Level(nodes=30_000),
    8: Level(nodes=200_000),
}
_LARGE_EDGE: Mapping[int, Level] = {
    1: Level(depth=1, noise=215, misses=0.36, leaves=0.36, light=replace(_CHILD, blind=0.35)),
    2: Level(depth=1, noise=180, overlooks=0.03),
    3: Level(depth=1, noise=160),
    4: Level(nodes=640),
    5: Level(nodes=1_300),
    6: Level(nodes=3_300),
    7: Level(nodes=7_600),
    8: Level(nodes=19_000),
}
_STEPS: Mapping[str, Mapping[int, Level]] = {  # by kind of goal, unless usual
    "corner-steps": _SLOW_KING,
    "corner-7": _SMALL,
    "corner-11": _LARGE,
    "edge-11": _LARGE_EDGE,
}
LEVELS = tuple(_TAFL)  # weakest first


def level_of(game: Game, level: int) -> Level:
    """The settings of this level in these rules: each kind of goal can have its own steps."""
    return _levels(game)[level]


@lru_cache(_RULE_SETS)
def _levels(game: Game) -> Mapping[int, Level]:
    if game.name == TABAL:
        return _TABAL
    try:
        return _STEPS.get(kind_of(read_rules(game)), _TAFL)
    except Unsupported:
        return _TAFL
