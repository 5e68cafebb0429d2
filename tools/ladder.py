"""Plays each level against the one below it, and writes how it did into engine/ladder.json."""

from __future__ import annotations

import json
import logging
from dataclasses import astuple, dataclass
from itertools import islice
from typing import TYPE_CHECKING

from engine.ladder import Ladder, Tally, ladders, settings
from engine.levels import LEVELS, level_of
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.core import Side
from tools.match import summary
from tools.openings import even_openings
from tools.playing import play_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.levels import Level
    from engine.search import Search
    from games.core import Game, Move, Position

progress = logging.getLogger("progress.ladder")

_MOST_PLIES = 200  # then it is called a draw


@dataclass(frozen=True, slots=True)
class Plan:
    """How the levels are played against each other."""

    games: int = 60  # a step
    plies: int = 6  # random ones at the start of each pair of games
    seed: str = "1"
    drawn: int = 1  # openings; the most even one is played


def play(rules: str, plan: Plan, levels: Sequence[int]) -> Iterator[Tally]:
    """How each level but the first scored against the one below it, from the weakest up."""
    game = catalogue.game(rules)
    searches = search_of(game), search_of(game)
    drawn = even_openings(game, plan.plies, plan.seed, plan.drawn)
    openings = list(islice(drawn, (plan.games + 1) // 2))
    for level in levels[1:]:
        stronger = searches[0], level_of(game, level)
        weaker = searches[1], level_of(game, level - 1)
        tally = Tally()
        for opening in openings:
            for side in Side:
                told = "%s: level %s against %s, game %s of %s"
                played, games = tally.games + 1, 2 * len(openings)
                progress.debug(told, rules, level, level - 1, played, games)
                winner = _winner(game, opening, {side: stronger, side.other: weaker})
                tally = tally.with_game(side, winner)
        yield tally


def describe(rules: str, level: int, tally: Tally) -> str:
    """A line about one step."""
    return f"{rules}: level {level} against {level - 1}: {summary(tally)}"


def _winner(
    game: Game, opening: Sequence[Move], players: Mapping[Side, tuple[Search, Level]]
) -> Side | None:
    def choose(positions: Sequence[Position]) -> Move:
        *history, position = positions
        if len(history) < len(opening):
            return opening[len(history)]
        search, level = players[position.turn]
        return level.choose(search, game, position, history).move

    return play_out(game, [start_of(game)], choose, _MOST_PLIES)


def steps_below(out: Path, rules: str, lowest: int) -> Sequence[Tally]:
    """The steps of a rule set in this file that stay when those from `lowest` up are replaced.

    ValueError where one is missing, or was played by levels that have changed since.
    """
    written = ladders(out) if out.exists() else {}
    ladder, count = written.get(rules, Ladder([], settings(rules))), LEVELS.index(lowest)
    changed = [*ladder.levels][:lowest] != settings(rules)[:lowest]
    if count and (changed or len(ladder.steps) < count):
        raise ValueError(f"{rules}: play the levels below {lowest} first")
    return ladder.steps[:count]


def _steps_above(ladder: Ladder | None, rules: str, count: int) -> Sequence[Tally]:
    """The steps of a ladder from this one up, if their levels have not changed."""
    if ladder is None or [*ladder.levels][count:] != settings(rules)[count:]:
        return []
    return ladder.steps[count:]


def write(out: Path, rules: str, steps: Sequence[Tally], lowest: int = LEVELS[0]) -> None:
    """Put the steps from `lowest` up into the file, between the others, beside other rule sets'.

    Those above them stay where the levels that played them are the same.
    """
    written = ladders(out) if out.exists() else {}
    below = steps_below(out, rules, lowest)
    above = _steps_above(written.get(rules), rules, len(below) + len(steps))
    written[rules] = Ladder([*below, *steps, *above], settings(rules))
    lines = (f"  {json.dumps(name)}: {_text(ladder)}" for name, ladder in written.items())
    out.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _text(ladder: Ladder) -> str:
    return json.dumps({"steps": [astuple(step) for step in ladder.steps], "levels": ladder.levels})
