"""`python -m tools COMMAND`: make and measure the engine's data; --help lists the commands."""

from __future__ import annotations

import argparse
import gc
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.levels import LEVELS
from engine.progress import shown
from games.catalogue import TABAL
from tools import balance, beginners, ladder, learning, puzzles, reviews, speed, strength, tuning
from tools.match import Opponent, Terms, match, summary
from tools.searches import KNOWN, search_again
from tools.tabal_learning import TabalLearner
from tools.tafl_learning import TaflLearner
from tools.weeks import write_weeks

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ladder import Tally

    _Add = Callable[..., argparse.ArgumentParser]  # adds a command of that name

progress = logging.getLogger("progress.tools")


def main(arguments: list[str] | None = None) -> int:
    """Do what the command says."""
    options = _parser().parse_args(arguments)
    gc.disable()  # the search makes no cycles, and its memory is bounded
    with shown():
        options.run(options)
    return 0


def _print(line: str) -> None:
    progress.debug("")  # it does not stand beside what is printed
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _match(options: argparse.Namespace) -> None:
    ours = f"{sys.executable} -m engine --clock cpu"
    first, second = Opponent(options.engine or ours), Opponent(options.against or f"{ours} --plain")
    try:
        for rules in options.rules:
            line = ""
            terms = Terms(rules, options.games, options.seconds, options.plies, options.seed)
            for tally, course in match(terms, first, second):
                line = summary(tally)
                if options.verbose:
                    _print(f"{course}: {line}")
            depths = f"{first.mean_depth:.1f} {second.mean_depth:.1f}"
            _print(f"{rules:<40} {line}  depths {depths}")
    finally:
        first.close()
        second.close()


def _ladder(options: argparse.Namespace) -> None:
    levels = range(options.lowest, options.highest + 1)
    for rules in options.rules if options.out else ():  # refuse before hours of play, not after
        ladder.steps_below(Path(options.out), rules, options.lowest)
    plan = ladder.Plan(options.games, options.plies, options.seed, options.drawn)
    for rules in options.rules:
        steps: list[Tally] = []
        for level, tally in zip(levels[1:], ladder.play(rules, plan, levels), strict=True):
            steps.append(tally)
            _print(ladder.describe(rules, level, tally))
            if options.out:
                ladder.write(Path(options.out), rules, steps, options.lowest)


def _beginner(options: argparse.Namespace) -> None:
    for rules in options.rules:
        for line in beginners.play(rules, options.level, options.games, options.seed):
            _print(line)


def _speed(options: argparse.Namespace) -> None:
    for rules in options.rules:
        _print(speed.line(rules, speed.Sample(options.seconds, options.positions)))


def _searches(options: argparse.Namespace) -> None:
    _print(f"{search_again(Path(options.file))} of its lines are other ones now")


def _reviews(options: argparse.Namespace) -> None:
    plan = reviews.Comparison(options.games, options.times, options.seed)
    for line in reviews.compare(plan, options.rules):
        _print(line)


def _puzzles(options: argparse.Namespace) -> None:
    for rules in options.rules:
        order = puzzles.Order(rules, options.count, options.games, options.seed)
        for line in puzzles.make(order, Path(options.out)):
            _print(line)


def _weeks(options: argparse.Namespace) -> None:
    _print(f"{write_weeks(Path(options.out))} weeks were added")


def _strength(_: argparse.Namespace) -> None:
    strength.write()


def _balance(options: argparse.Namespace) -> None:
    seconds = None if options.minutes is None else 60 * options.minutes
    numbers = options.games, options.nodes, options.seed, options.error / 100
    plan = balance.Plan(*numbers, options.processes, seconds)
    names = options.rules or list(balance.sensible())
    for line in balance.run(names, plan, Path(options.out), Path(options.journal)):
        _print(line)


def _noting(reports: list[str]) -> Callable[[str], None]:
    """Return a function that prints a line, and keeps it for the file."""

    def note(line: str) -> None:
        reports.append(line)
        _print(line)

    return note


def _train(options: argparse.Namespace) -> None:
    numbers = options.rounds, options.games, options.nodes, options.seed, options.drawn
    plan = learning.Plan(options.rules, *numbers)
    reports: list[str] = []
    learner = TabalLearner(plan) if TABAL in plan.rules else TaflLearner(plan)
    numbers = learning.learn(learner, plan, _noting(reports))
    command = f"python -m tools train {' '.join(plan.rules)}"
    command += (
        f" --rounds {plan.rounds} --games {plan.games} --nodes {plan.nodes} --seed {plan.seed}"
        f" --drawn {plan.drawn}"
    )
    Path(options.out).write_text(learning.write(command, reports, numbers), "utf-8")


def _tune(options: argparse.Namespace) -> None:
    plan = tuning.Plan(
        options.rules,
        options.rounds,
        options.nodes,
        options.seed,
        options.drawn,
        options.begin,
        options.processes,
    )
    reports: list[str] = []
    numbers = tuning.tune(plan, _noting(reports))
    command = f"python -m tools tune {' '.join(plan.rules)}"
    command += f" --rounds {plan.rounds} --nodes {plan.nodes} --seed {plan.seed}"
    command += f" --drawn {plan.drawn}" + (f" --begin {plan.begin}" if plan.begin else "")
    Path(options.out).write_text(learning.write(command, reports[-1:], numbers), "utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools", description=__doc__)
    commands = parser.add_subparsers(required=True)
    _add_making(commands.add_parser)
    _add_measuring(commands.add_parser)
    return parser


def _add_making(add: _Add) -> None:
    """The commands that make data."""
    parts = add("train", help="learn the weights of a kind of rules")
    parts.add_argument("rules", nargs="+")
    parts.add_argument("--out", required=True, help="the file, such as engine/weights/rim.json")
    _add_numbers(parts, rounds=3, games=500, nodes=400, seed=1, drawn=1)
    parts.set_defaults(run=_train)

    parts = add("tune", help="tune the weights of a kind of rules by matches")
    parts.add_argument("rules", nargs="+")
    parts.add_argument("--out", required=True, help="the file, such as engine/weights/rim.json")
    parts.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parts.add_argument("--begin", help="a file of weights to begin with, not the simple ones")
    _add_numbers(parts, rounds=120, nodes=1200, seed=1, drawn=1)
    parts.set_defaults(run=_tune)

    parts = add("ladder", help="play the levels against each other")
    parts.add_argument("rules", nargs="+")
    parts.add_argument("--plies", type=int, default=6, help="random ones at the start")
    parts.add_argument("--seed", default="1")
    parts.add_argument("--drawn", type=int, default=1, help="openings; the evenest is played")
    _add_numbers(parts, games=60, lowest=min(LEVELS), highest=max(LEVELS))
    parts.add_argument("--out", help="keep the steps, such as in engine/ladder.json")
    parts.set_defaults(run=_ladder)

    parts = add("balance", help="see which side a rule set favours")
    parts.add_argument("rules", nargs="*", help="all sensible ones where none are named")
    parts.add_argument("--out", default="engine/balance.json", help="goes on where it ended")
    parts.add_argument(
        "--journal", default="build/balance.txt", help="every game; it goes on there"
    )
    parts.add_argument("--nodes", type=int, nargs="+", default=balance.DEPTHS)
    parts.add_argument("--error", type=float, default=4.0, help="per cent that are small enough")
    parts.add_argument("--minutes", type=float, help="begin no game after so many")
    parts.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    _add_numbers(parts, games=200, seed=1)
    parts.set_defaults(run=_balance)

    parts = add("puzzles", help="make puzzles and add them to the stock")
    parts.add_argument("rules", nargs="+")
    parts.add_argument("--out", default="engine/puzzles/stock.txt")
    _add_numbers(parts, count=60, games=500, seed=1)
    parts.set_defaults(run=_puzzles)

    parts = add("weeks", help="put new puzzles in the order of the days")
    parts.add_argument("--out", default="engine/puzzles/weeks.txt", help="goes on where it ended")
    parts.set_defaults(run=_weeks)

    parts = add("strength", help="write the tables of docs/STRENGTH.md")
    parts.set_defaults(run=_strength)


def _add_measuring(add: _Add) -> None:
    """The commands that compare and measure."""
    parts = add("match", help="play against another engine")
    parts.add_argument("rules", nargs="+")
    parts.add_argument("--engine", help="the command of the first engine; this one")
    parts.add_argument("--against", help="the command of the second; plain alpha-beta")
    parts.add_argument("--seconds", type=float, default=1.0)
    parts.add_argument("--plies", type=int, default=8, help="random ones at the start")
    parts.add_argument("--seed", default="1")
    parts.add_argument("--verbose", action="store_true")
    _add_numbers(parts, games=20)
    parts.set_defaults(run=_match)

    parts = add("searches", help="write what known positions' searches find now")
    parts.add_argument("--file", default=str(KNOWN))
    parts.set_defaults(run=_searches)

    parts = add("beginner", help="play a level against those who know nothing")
    parts.add_argument("rules", nargs="+")
    parts.add_argument("--seed", default="1")
    _add_numbers(parts, level=min(LEVELS), games=40)
    parts.set_defaults(run=_beginner)

    parts = add("speed", help="measure nodes a second, and depth")
    parts.add_argument("rules", nargs="+")
    parts.add_argument("--seconds", type=float, default=1.0, help="a move, processor time")
    _add_numbers(parts, positions=12)
    parts.set_defaults(run=_speed)

    parts = add("reviews", help="compare reviews with a longer search")
    parts.add_argument("rules", nargs="*", default=reviews.RULES)
    _add_numbers(parts, games=30, times=20, seed=1)
    parts.set_defaults(run=_reviews)


def _add_numbers(parser: argparse.ArgumentParser, **defaults: int) -> None:
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=default)


if __name__ == "__main__":
    sys.exit(main())
