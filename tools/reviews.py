"""Compares the reviews of games with a search of many times the nodes, and prints the differences.

Two levels play each game, drawn from a seed: so there are errors to find. Each review is made
twice, with one look at its moments and as the bot makes it. Deterministic except for the seconds.
"""

from __future__ import annotations

import logging
import random
import time
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from typing import TYPE_CHECKING

from engine.limits import SURE, WIN, Limits
from engine.player import Player
from engine.review import Effort, Reason, Review, review, share
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.core import Move, Side
from games.endings import ending
from tools.playing import play_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.review import Moment
    from games.core import Game, Position

progress = logging.getLogger("progress.reviews")

RULES = ("bga-rim", "larochelle", "copenhagen", "bga", "tabal", "brandubh")
_LEVELS = range(2, 7)
_LONGEST = 200  # plies
_FORCED = {
    Reason.MISSES_WIN,
    Reason.MISSES_FORCED,
    Reason.LEAVES_WAY,
    Reason.LEAVES_KING,
    Reason.ALLOWS_WIN,
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison: the number of games, and of times the nodes in the longer search."""

    games: int = 30
    times: int = 20
    seed: int = 1
    effort: Effort = field(default_factory=Effort)
    differs: float = 0.1  # of a win: what a better move may be worse than the best

    @property
    def nodes(self) -> int:
        """Nodes of the long searches."""
        return self.times * self.effort.stretch * self.effort.stretches


@dataclass(slots=True)
class _Count:
    """The counts for one way of making reviews."""

    moments: int = 0
    differ: int = 0
    seconds: list[float] = field(default_factory=list[float])

    def __str__(self) -> str:
        mean = sum(self.seconds) / len(self.seconds)
        took = f"{mean:.1f} s on average, {max(self.seconds):.1f} at most"
        return f"{self.differ} of {self.moments} moments differ; {took}"


def compare(plan: Comparison, rules: Sequence[str] = RULES) -> Iterator[str]:
    """Tells of each difference, and at last how many there were."""
    ways = {"one look": replace(plan.effort, all_stretches=0), "two looks": plan.effort}
    counts = {name: _Count() for name in ways}
    for number, name in enumerate(islice(cycle(rules), plan.games), 1):
        progress.debug("%s: game %s of %s", name, number, plan.games)
        game, moves = catalogue.game(name), play(name, f"{plan.seed} {number}")
        judge = _Judge(game, moves, plan)
        for way, effort in ways.items():
            began, count = time.process_time(), counts[way]
            reviewed = review(game, start_of(game), moves, effort)
            count.seconds.append(time.process_time() - began)
            count.moments += len(reviewed.moments)
            for line in judge.differences(reviewed):
                count.differ += 1
                yield f"game {number}, {name}, {len(moves)} plies, {way}: {line}"
    for way, count in counts.items():
        yield f"{plan.games} games, {way}: {count}"


def play(rules: str, seed: str) -> list[Move]:
    """A game of two levels."""
    chance, game, player = random.Random(f"{seed} {rules}"), catalogue.game(rules), Player()
    levels = {side: chance.choice(_LEVELS) for side in Side}
    moves, match = list[Move](), chance.randrange(10**6)

    def choose(positions: Sequence[Position]) -> Move:
        *history, here = positions
        level = levels[here.turn]
        moves.append(player.choose_at(game, here, history, level, None, match).move)
        return moves[-1]

    play_out(game, [start_of(game)], choose, _LONGEST)
    return moves


class _Judge:
    """The long searches of one game, each made once."""

    def __init__(self, game: Game, moves: Sequence[Move], plan: Comparison) -> None:
        self._game = game
        self._plan = plan
        self._search = search_of(game)
        self._positions = [start_of(game)]
        for move in moves:
            self._positions.append(game.after(self._positions[-1], move))
        self._found: dict[tuple[int, Move | None], tuple[int, Move | None]] = {}

    def differences(self, reviewed: Review) -> Iterator[str]:
        """Yield a line for each moment that a longer search judges differently."""
        for moment in reviewed.moments:
            told = "; ".join(self._otherwise(moment))
            if told:
                move = f"move {moment.ply + 1} {'-'.join(moment.played)} ({moment.reason})"
                yield f"{move}: {told}"

    def _otherwise(self, moment: Moment) -> Iterator[str]:
        best, move = self._worth(moment.ply)
        better, _ = self._worth(moment.ply, moment.better)
        played, _ = self._worth(moment.ply, moment.played)
        if share(best) - share(better) > self._plan.differs and move:
            yield f"{'-'.join(moment.better)} is worth {_told(better)}, {_line(move, best)}"
        if max(best, better) - played <= 0 and moment.reason is not Reason.MISSES_WIN:
            yield f"the move played is worth {_told(played)}, no less"
        is_forced = max(best, better) > SURE or played < -SURE
        if is_forced and moment.reason not in _FORCED:
            yield f"hides what is forced: best {_told(max(best, better))}, played {_told(played)}"

    def _worth(self, ply: int, move: Move | None = None) -> tuple[int, Move | None]:
        """Return the worth of a position, or of a move there, to its side; and the best move."""
        key = ply, move
        if key not in self._found:
            self._found[key] = self._searched(ply, move)
        return self._found[key]

    def _searched(self, ply: int, move: Move | None) -> tuple[int, Move | None]:
        history, position = self._positions[:ply], self._positions[ply]
        sign, side = 1, position.turn
        if move:
            history = [*history, position]
            position, sign = self._game.after(position, move), -1
        stood = sum(earlier.placement == position.placement for earlier in (*history, position))
        if over := ending(self._game, position, stood):
            return 0 if not over.winner else WIN if over.winner is side else -WIN, None
        self._search.forget()
        result = self._search.search(position, history, Limits(nodes=self._plan.nodes))
        return sign * result.score, result.move


def _line(move: Move, score: int) -> str:
    return f"{'-'.join(move)} {_told(score)}"


def _told(score: int) -> str:
    """A score as a share of a win, or as a win or loss that was seen."""
    if abs(score) > SURE:
        return f"a {'win' if score > 0 else 'loss'} in {WIN - abs(score)}"
    return f"{share(score):.0%}"
