"""How even the rule sets are: the engine plays each against itself and counts.

>>> lean("larochelle").share > 0.5
True

The table engine/balance.json was made by `python -m engine balance`; docs/BALANCE.md shows it.
"""

from __future__ import annotations

import json
import math
import random
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import TYPE_CHECKING

from engine.limits import SURE, Limits
from engine.player import search_of
from engine.protocol import start
from games.catalogue import NAMES, options
from games.catalogue import game as named
from games.core import Side
from games.endings import ending
from games.errors import Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.player import Search
    from games.core import Game, Position

_VARIED = 6  # plies at the start in which another move than the best may be played
_NOISE = 40  # by so many points; a soldier is about 100
_LONGEST = 200  # plies; then it is called a draw


@dataclass(frozen=True, slots=True)
class Lean:
    """What the king's side scored (Light in Tabal), and how sure that is."""

    share: float  # 0 to 1; a draw is half
    error: float  # standard error
    games: int
    draws: int = 0


@cache
def table() -> Mapping[str, Lean]:
    """What was measured, by the rule set's name."""
    text = (files("engine") / "balance.json").read_text("utf-8")
    return {name: Lean(**found) for name, found in json.loads(text)["rules"].items()}


def lean(rules: str) -> Lean:
    """How a rule set leans; where it was not measured, the nearest one of the same preset.

    The nearest shares most options and adds fewest; a preset that was never played is even.
    """
    measured = table()
    preset, *wanted = rules.split("+")
    near = {name: set(name.split("+")[1:]) for name in measured if name.split("+")[0] == preset}
    if not near:
        return Lean(0.5, 0.5, 0)
    return measured[min(near, key=lambda name: (len(near[name] ^ set(wanted)), name))]


def sensible() -> Iterator[str]:
    """Every preset, and the modules of each alone and in pairs."""
    for preset in NAMES:
        yield named(preset).name
    for preset in NAMES:
        for count in (1, 2):
            for chosen in combinations(options(preset), count):
                if count > 1 and "diamond" in chosen:
                    continue
                try:
                    yield named("+".join((preset, *chosen))).name
                except Contradiction:
                    continue


@dataclass(frozen=True, slots=True)
class Plan:
    """How to measure."""

    games: int = 60
    nodes: int = 2_500  # a move
    seed: int = 1


def measure(rules: str, plan: Plan) -> Lean:
    """Play a rule set against itself; where a lot is drawn, each side begins in turn."""
    game = named(rules)
    search = search_of(game)
    scores = [_score(game, search, plan, number) for number in range(plan.games)]
    share = sum(scores) / len(scores)
    return Lean(round(share, 3), round(_error(scores), 3), len(scores), scores.count(0.5))


def _error(scores: Sequence[float]) -> float:
    """The standard error; a game won and one lost are added, so that few games are never sure."""
    more = [*scores, 0.0, 1.0]
    mean = sum(more) / len(more)
    return math.sqrt(sum((score - mean) ** 2 for score in more)) / len(more)


def _score(game: Game, search: Search, plan: Plan, number: int) -> float:
    """What the king's side got in one game."""
    chance = random.Random(f"{plan.seed} {game.name} {number}")  # noqa: S311  the same each time
    first = None if game.data["first"] else (Side.DARK, Side.LIGHT)[number % 2]
    played: list[Position] = [game.start(first) if first else start(game)]
    while len(played) < _LONGEST:
        position = played[-1]
        if len(played) <= _VARIED:
            found = search.weigh(position, played[:-1], Limits(depth=1))
            best = max(found, key=lambda each: each.score + round(chance.gauss(0, _NOISE)))
        else:
            best = search.search(position, played[:-1], Limits(nodes=plan.nodes))
        if best.score > SURE:  # the rest is sure
            return float(position.turn is Side.LIGHT)
        after = game.after(position, best.move)
        stood = 1 + sum(each.placement == after.placement for each in played)
        played.append(after)
        verdict = ending(game, after, stood)
        if verdict:
            return 0.5 if verdict.winner is None else float(verdict.winner is Side.LIGHT)
    return 0.5


def run(rules: Sequence[str], plan: Plan, out: Path) -> Iterator[str]:
    """Measure what the file does not have yet, and write it there after each rule set."""
    found: dict[str, object] = {}
    if out.exists():
        found = json.loads(out.read_text("utf-8"))["rules"]
    command = f"python -m engine balance --games {plan.games} --nodes {plan.nodes}"
    for name in rules:
        if name not in found:
            measured = measure(name, plan)
            found[name] = asdict(measured)
            lines = ",\n".join(f"    {json.dumps(n)}: {json.dumps(f)}" for n, f in found.items())
            head = f'  "command": {json.dumps(command + f" --seed {plan.seed}")},\n'
            out.write_text("{\n" + head + '  "rules": {\n' + lines + "\n  }\n}\n", "utf-8")
            yield row(name, measured)


def row(name: str, found: Lean) -> str:
    """A line of the table, as docs/BALANCE.md has it."""
    share, error = round(100 * found.share), round(100 * found.error)
    return f"| `{name}` | {share} % | ± {error} | {found.games} | {found.draws} |"
