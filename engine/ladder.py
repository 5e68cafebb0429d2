"""`python -m engine levels`: each level against the next one, so that the steps can be seen.

engine/ladder.json was made by it; docs/LEVELS.md shows it.
"""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING

from engine.levels import LEVELS, level_of
from engine.match import Tally, Terms, evenest
from engine.player import search_of
from engine.protocol import start
from games.catalogue import game as named
from games.core import Side
from games.endings import ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.levels import Level
    from engine.player import Search
    from games.core import Game, Move, Position

_MOST_PLIES = 200  # then it is called a draw


def ladder(terms: Terms, levels: Sequence[int]) -> Iterator[Tally]:
    """How each level but the first scored against the one below it, from the weakest up."""
    game = named(terms.rules)
    searches = search_of(game), search_of(game)
    lines = list(islice(evenest(game, terms), (terms.games + 1) // 2))
    for level in levels[1:]:
        tally = Tally()
        for opening in lines:
            for side in Side:
                stronger = searches[0], level_of(game, level)
                weaker = searches[1], level_of(game, level - 1)
                winner = _play(game, opening, {side: stronger, side.other: weaker})
                tally.won += winner is side
                tally.lost += winner is side.other
                tally.drawn += winner is None
        yield tally


def told(rules: str, level: int, tally: Tally) -> str:
    """A line about one step."""
    return f"{rules}: level {level} against {level - 1}: {tally.line()}"


def _play(
    game: Game, opening: list[Move], players: Mapping[Side, tuple[Search, Level]]
) -> Side | None:
    """Who wins."""
    played: list[Position] = [start(game)]
    for number in range(_MOST_PLIES):
        position = played[-1]
        if number < len(opening):
            move = opening[number]
        else:
            search, level = players[position.turn]
            move = level.choose(search, game, position, played[:-1]).move
        after = game.play(position, move).after
        stood = 1 + sum(each.placement == after.placement for each in played)
        played.append(after)
        verdict = ending(game, after, stood)
        if verdict:
            return verdict.winner
    return None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The steps of one rule set, and the levels that they belong to."""

    steps: Sequence[Tally]  # how each level from 2 on scored, as far up as was played
    levels: Sequence[Sequence[float | None]]


def measured(file: Path | None = None) -> dict[str, Ladder]:
    """The ladders that were measured last, by rule set."""
    text = (file or files("engine") / "ladder.json").read_text("utf-8")
    return {
        name: Ladder([Tally(*each) for each in found["steps"]], found["levels"])
        for name, found in json.loads(text).items()
    }


def settings(rules: str) -> list[list[float | None]]:
    """The levels of a rule set as they are: depth, nodes, noise, how often one overlooks."""
    return [list(astuple(level_of(named(rules), level))) for level in LEVELS]


def below(out: Path, name: str, lowest: int) -> Sequence[Tally]:
    """The steps of a rule set that are kept below this level.

    ValueError where one is missing, or was played by levels that have changed since.
    """
    kept = measured(out) if out.exists() else {}
    found, number = kept.get(name, Ladder([], settings(name))), LEVELS.index(lowest)
    changed = [*found.levels][:lowest] != settings(name)[:lowest]
    if number and (changed or len(found.steps) < number):
        raise ValueError(f"{name}: play the levels below {lowest} first")
    return found.steps[:number]


def write(out: Path, name: str, steps: Sequence[Tally], lowest: int = LEVELS[0]) -> None:
    """Keep the steps from `lowest` up, above those kept before, beside those of other rule sets."""
    found = measured(out) if out.exists() else {}
    found[name] = Ladder([*below(out, name, lowest), *steps], settings(name))
    lines = (
        f"  {json.dumps(rules)}: " + json.dumps({"steps": steps_of(each), "levels": each.levels})
        for rules, each in found.items()
    )
    out.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def steps_of(found: Ladder) -> list[list[int]]:
    """The steps in numbers: won, drawn, lost."""
    return [[each.won, each.drawn, each.lost] for each in found.steps]


def row(name: str, found: Ladder) -> str:
    """A line of the table, as docs/LEVELS.md has it: the stronger level's score in per cent."""
    cells = [f"{100 * each.score:.0f} ± {100 * each.error:.0f}" for each in found.steps]
    cells += ["" for _ in LEVELS[len(cells) + 1 :]]
    return f"| `{name}` | {' | '.join(cells)} |"
