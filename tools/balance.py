"""Measures how even the rule sets are: the engine plays each against itself and counts."""

from __future__ import annotations

import json
import math
import random
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from engine.balance import Balance
from engine.limits import SURE, Limits
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.core import Side
from games.endings import ending
from games.errors import Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from engine.limits import SearchResult
    from engine.search import Search
    from games.core import Game, Position

_VARIED = 6  # plies at the start in which another move than the best may be played
_NOISE = 40  # by so many points; a soldier is about 100
_LONGEST = 200  # plies; then it is called a draw


def sensible() -> Iterator[str]:
    """Every preset, and the modules of each alone and in pairs."""
    for preset in catalogue.NAMES:
        yield catalogue.game(preset).name
    for preset in catalogue.NAMES:
        for count in (1, 2):
            for options in combinations(catalogue.options(preset), count):
                if count > 1 and "diamond" in options:
                    continue
                try:
                    yield catalogue.game("+".join((preset, *options))).name
                except Contradiction:
                    continue


@dataclass(frozen=True, slots=True)
class Plan:
    """How to measure."""

    games: int = 60
    nodes: int = 2_500  # a move
    seed: int = 1


def measure(rules: str, plan: Plan) -> Balance:
    """Play a rule set against itself; where a lot is drawn, each side begins in turn."""
    game = catalogue.game(rules)
    search = search_of(game)
    scores = [_score(game, search, plan, number) for number in range(plan.games)]
    share = sum(scores) / len(scores)
    return Balance(round(share, 3), round(_error(scores), 3), len(scores), scores.count(0.5))


def _error(scores: Sequence[float]) -> float:
    """The standard error; a game won and one lost are added, so that few games are never sure."""
    more = [*scores, 0.0, 1.0]
    mean = sum(more) / len(more)
    return math.sqrt(sum((score - mean) ** 2 for score in more)) / len(more)


def _score(game: Game, search: Search, plan: Plan, number: int) -> float:
    """What the king's side got in one game."""
    chance = random.Random(f"{plan.seed} {game.name} {number}")
    first = None if game.data["first"] else (Side.DARK, Side.LIGHT)[number % 2]
    positions = [game.start(first) if first else start_of(game)]
    while len(positions) < _LONGEST:
        position = positions[-1]
        best = _choose(search, positions, plan, chance)
        if best.score > SURE:  # the rest is sure
            return _points(position.turn)
        after = game.after(position, best.move)
        times = 1 + sum(earlier.placement == after.placement for earlier in positions)
        positions.append(after)
        verdict = ending(game, after, times)
        if verdict:
            return _points(verdict.winner)
    return _points(None)


def _choose(
    search: Search, positions: Sequence[Position], plan: Plan, chance: random.Random
) -> SearchResult:
    """The best move, at the start one that looks about as good."""
    *history, position = positions
    if len(positions) > _VARIED:
        return search.search(position, history, Limits(nodes=plan.nodes))
    moves = search.weigh(position, history, Limits(depth=1))
    return max(moves, key=lambda move: move.score + round(chance.gauss(0, _NOISE)))


def _points(winner: Side | None) -> float:
    return 0.5 if winner is None else float(winner is Side.LIGHT)


def run(names: Sequence[str], plan: Plan, out: Path) -> Iterator[str]:
    """Measure what the file does not have yet, and write it there after each rule set."""
    table: dict[str, object] = {}
    if out.exists():
        table = json.loads(out.read_text("utf-8"))["rules"]
    command = f"--games {plan.games} --nodes {plan.nodes} --seed {plan.seed}"
    for rules in names:
        if rules not in table:
            balance = measure(rules, plan)
            table[rules] = asdict(balance)
            out.write_text(_text(f"python -m tools balance {command}", table), "utf-8")
            yield row(rules, balance)


def _text(command: str, table: dict[str, object]) -> str:
    rows = (f"    {json.dumps(rules)}: {json.dumps(row)}" for rules, row in table.items())
    head = f'  "command": {json.dumps(command)},\n'
    return "{\n" + head + '  "rules": {\n' + ",\n".join(rows) + "\n  }\n}\n"


def row(rules: str, balance: Balance) -> str:
    """A line of the table, as docs/BALANCE.md has it."""
    share, error = round(100 * balance.share), round(100 * balance.error)
    return f"| `{rules}` | {share} % | ± {error} | {balance.games} | {balance.draws} |"
