"""Tunes the weights of one kind of rules by matches: learning from positions can't see all.

Each weight that is tuned stands for many numbers, such as all attackers on the edge. In each round
all of them are moved a step up or down at random, the weights so moved play against those moved the
other way and against earlier weights, and all go a little towards the better ones (simultaneous
perturbation). It begins with the simple weights with guards, or with those of a file. Deterministic
from a seed, however many processes play.
"""

from __future__ import annotations

import gc
import logging
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.limits import SURE, Limits
from engine.start import start_of
from engine.tafl_rules import read_rules
from engine.tafl_search import TaflSearch
from engine.tafl_values import FREE, RING, Shape, Weights, read_weights, shape, with_guards
from games import catalogue
from games.core import Side
from tools.openings import after, even_openings
from tools.playing import play_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from engine.tafl_rules import TaflRules
    from games.core import Game, Move, Position
    from tools.learning import Numbers

progress = logging.getLogger("progress.tuning")

_Settings = tuple[float, ...]  # where each knob stands, in steps

_LONGEST = 159  # plies of a game; then it is drawn
_PLIES = 6  # random ones at the start
_OPENINGS = 2  # that each pair of weights plays, sides changed
_TRIES = 4  # of a round: their gains are added up
_RATE, _SLOWER, _FALL = 0.35, 250, 0.6  # of learning; tries after which it falls, and how fast
_KEPT = 25  # rounds after which the weights so far join the pool of opponents


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to play."""

    rules: Sequence[str]  # of one kind
    rounds: int = 120
    nodes: int = 1200  # a move
    seed: int = 1
    drawn: int = 1  # openings; the most even one is played
    begin: str | None = None  # the file of weights to begin with; None: the simple ones
    processes: int = 1


class Knob(NamedTuple):
    """Something that is tuned: by how much it is moved in a try, and what it adds to by how much.

    `adds`: the name of the weights, the number of one of them, and how often it is added there.
    """

    name: str
    step: int
    adds: Sequence[tuple[str, int, int]]


def knobs(rules: TaflRules) -> list[Knob]:
    """All that is tuned for these rules."""
    board = shape(rules.side)
    return [*_of_men(rules, board), *_of_king(board)]


def _of_men(rules: TaflRules, board: Shape) -> Iterator[Knob]:
    half = rules.side // 2  # also how far the ring is from the middle, along files and ranks
    far_of = {
        number: sorted((abs(x - half), abs(y - half))) for (x, y), number in board.orbit.items()
    }

    def on(man: str, which: Callable[[int, int], bool]) -> list[tuple[str, int, int]]:
        sign = 1 if man == "attacker" else -1
        return [(f"{man}_square", i, sign) for i, (a, b) in far_of.items() if which(a, b)]

    yield Knob("attackers", 20, on("attacker", lambda _a, _b: True))
    yield Knob("defenders", 15, on("defender", lambda _a, _b: True))
    if rules.goals == rules.corners:
        yield Knob("before corners", 25, on("attacker", lambda a, b: a == b == half - 1))
        yield Knob("by corners", 20, on("attacker", lambda a, b: (a, b) == (half - 2, half)))
    for out in (0, 1, 2):
        far = on("attacker", lambda a, b, out=out: a + b == half + out)
        yield Knob(f"attackers {out} beyond the ring", 15, far)
    yield Knob("attackers on the edge", 15, on("attacker", lambda _, b: b == half))
    yield Knob("defenders on the edge", 20, on("defender", lambda _, b: b == half))
    for out in (0, 2, 3):
        far = on("defender", lambda a, b, out=out: a + b == half + out)
        yield Knob(f"defenders {out} beyond the ring", 15, far)
    apart = {
        board.apart(0, 0, near, far): (near, far)
        for far in range(rules.side)
        for near in range(far + 1)
    }

    def off(which: Callable[[int, int], bool]) -> list[tuple[str, int, int]]:
        return [("attacker_apart", i, 1) for i, both in apart.items() if which(*both)]

    yield Knob("attackers beside the king", 10, off(lambda near, far: (near, far) == (0, 1)))
    yield Knob("attackers near him", 8, off(lambda _, far: 0 < far <= 2))  # noqa: PLR2004
    yield Knob("attackers not far", 6, off(lambda _, far: far in (3, 4)))
    yield Knob("attackers in his lines", 5, off(lambda near, far: not near and far > 0))
    yield Knob("attackers beside his lines", 4, off(lambda near, far: near == 1 < far))


def _of_king(board: Shape) -> Iterator[Knob]:
    half = board.side // 2
    out = {n: max(abs(x - half), abs(y - half)) for (x, y), n in board.orbit.items()}
    yield Knob("king far out", 6, [("king", number, -far) for number, far in out.items()])
    yield Knob("king free", 2, [("freedom", moves, -moves) for moves in range(FREE)])
    yield Knob("king closed in", 8, [("ring", sides, RING - 1 - sides) for sides in range(RING)])
    last = board.sizes["twice"]
    for first, end, step in ((1, 2, 12), (2, 3, 15), (3, last, 20)):
        adds = [("twice", number, -1) for number in range(first, end)]
        yield Knob(f"ways from {first} squares", step, adds)
    yield Knob("tempo", 8, [("tempo", 0, 1)])


def tune(plan: Plan, report: Callable[[str], None]) -> Numbers:
    """The weights after all rounds."""
    tuned = knobs(read_rules(catalogue.game(plan.rules[0])))
    chance = random.Random(f"{plan.seed} {' '.join(plan.rules)}")
    at = [0.0] * len(tuned)  # where each stands, in steps
    pool = [tuple(at)]
    with ProcessPoolExecutor(plan.processes, initializer=gc.disable) as workers:
        for number in range(plan.rounds):
            progress.debug("round %s of %s", number + 1, plan.rounds)
            tries = _TRIES * number  # before this round
            ways = [[chance.choice((-1, 1)) for _ in tuned] for _ in range(_TRIES)]
            trials = [
                _Trial(
                    plan,
                    plan.rules[(tries + i) // 2 % len(plan.rules)],
                    tuple(x + d for x, d in zip(at, way, strict=True)),
                    tuple(x - d for x, d in zip(at, way, strict=True)),
                    chance.choice(pool) if i % 2 else None,
                    tries + i,
                )
                for i, way in enumerate(ways)
            ]
            for i, gain in enumerate(workers.map(_gain, trials)):
                rate = _RATE / (1 + (tries + i) / _SLOWER) ** _FALL
                at = [x + rate * gain * d for x, d in zip(at, ways[i], strict=True)]
            if not (number + 1) % _KEPT:
                pool.append(tuple(at))
                moved = zip(tuned, _in_points(tuned, at), strict=True)
                told = (f"{knob.name} {points:+}" for knob, points in moved)
                report(f"round {number + 1}: {', '.join(told)}")
    # As they are told, so that each report of a longer run tells weights that can be made.
    whole = zip(_in_points(tuned, at), tuned, strict=True)
    settings = tuple(points / knob.step for points, knob in whole)
    return _even(plan.rules[0], _weights(plan.rules[0], plan.begin, settings))


def _in_points(tuned: Sequence[Knob], at: Sequence[float]) -> list[int]:
    return [round(x * knob.step) for knob, x in zip(tuned, at, strict=True)]


def _even(rules: str, weights: Weights) -> Numbers:
    """The weights, with the start of the rules worth nothing to either side."""
    game = catalogue.game(rules)
    search = TaflSearch(game, weights)
    more = search.static(search.state(start_of(game)))
    numbers = {name: list(numbers) for name, numbers in weights.values.items()}
    numbers["start"] = [numbers["start"][0] - more]
    return numbers


def _weights(rules: str, begin: str | None, settings: _Settings) -> Weights:
    """The weights to begin with, with these settings added."""
    first = _first(rules, begin)
    values = {name: [float(n) for n in numbers] for name, numbers in first.values.items()}
    for knob, setting in zip(knobs(first.rules), settings, strict=True):
        for name, number, often in knob.adds:
            values[name][number] += often * setting * knob.step
    rounded = {name: [round(n) for n in numbers] for name, numbers in values.items()}
    return Weights(first.rules, rounded)


@cache
def _first(rules: str, begin: str | None) -> Weights:
    read = read_rules(catalogue.game(rules))
    return read_weights(read, Path(begin)) if begin else with_guards(read)


class _Trial(NamedTuple):
    """Weights and those moved the other way; who plays against both, or they play each other."""

    plan: Plan
    rules: str
    up: _Settings
    down: _Settings
    other: _Settings | None
    number: int


def _gain(trial: _Trial) -> float:
    """How much better the first weights did, for each opening."""
    gc.collect()  # the tables of earlier trials, some 40 MB each
    plan, game = trial.plan, catalogue.game(trial.rules)
    # Evenness by the weights to begin with: those of the engine may change.
    judge = _search(game.name, plan.begin, (0.0,) * len(trial.up))
    chosen = even_openings(game, _PLIES, f"{plan.seed} {trial.number}", plan.drawn, judge)
    total = 0.0
    for opening in islice(chosen, _OPENINGS):
        play = partial(_play, plan, game, after(game, opening))
        if trial.other is None:
            total += play(trial.up, trial.down) - play(trial.down, trial.up)
        else:
            total += (play(trial.up, trial.other) - play(trial.down, trial.other)) / 2
            total += (play(trial.other, trial.down) - play(trial.other, trial.up)) / 2
    return total / _OPENINGS


def _play(
    plan: Plan, game: Game, start: Sequence[Position], dark: _Settings, light: _Settings
) -> int:
    """One game: 1 the attackers won, -1 the king's side, 0 neither."""
    by_side: Mapping[Side, TaflSearch] = {
        Side.DARK: _search(game.name, plan.begin, dark),
        Side.LIGHT: _search(game.name, plan.begin, light),
    }
    for search in by_side.values():
        search.forget()

    def choose(positions: Sequence[Position]) -> Move | Side:
        *history, position = positions
        result = by_side[position.turn].search(position, history, Limits(nodes=plan.nodes))
        if abs(result.score) > SURE:
            return position.turn if result.score > 0 else position.turn.other
        return result.move

    return {Side.DARK: 1, Side.LIGHT: -1, None: 0}[play_out(game, [*start], choose, _LONGEST)]


@lru_cache(6)
def _search(rules: str, begin: str | None, settings: _Settings) -> TaflSearch:
    return TaflSearch(catalogue.game(rules), _weights(rules, begin, settings))
