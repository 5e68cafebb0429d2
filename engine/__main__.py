"""`python -m engine`: speak the line protocol; or match, train, levels, each with its --help."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from io import TextIOWrapper
from pathlib import Path

from engine import balance, ladder, tabal_train, train
from engine.levels import LEVELS
from engine.match import Opponent, Tally, Terms, match
from engine.protocol import Protocol
from engine.puzzles import making
from engine.speed import Sample, speed
from games.catalogue import TABAL


def main(arguments: list[str] | None = None) -> int:
    """Do what the command says."""
    asked = _parser().parse_args(arguments)
    asked.run(asked)
    return 0


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _speak(asked: argparse.Namespace) -> None:
    gc.disable()  # the search makes no cycles, and its memory is bounded
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    clock = time.process_time if asked.clock == "cpu" else time.perf_counter
    Protocol(_print, clock, plain=asked.plain).run(sys.stdin)


def _match(asked: argparse.Namespace) -> None:
    own = f"{sys.executable} -m engine --clock cpu"
    first, second = Opponent(asked.engine or own), Opponent(asked.against or f"{own} --plain")
    try:
        for rules in asked.rules:
            line = ""
            terms = Terms(rules, asked.games, asked.seconds, asked.plies, asked.seed)
            for tally, how in match(terms, first, second):
                line = tally.line()
                if asked.verbose:
                    _print(f"{how}: {line}")
            depths = [sum(each.depths) / max(1, len(each.depths)) for each in (first, second)]
            _print(f"{rules:<40} {line}  depths {depths[0]:.1f} {depths[1]:.1f}")
    finally:
        first.close()
        second.close()


def _levels(asked: argparse.Namespace) -> None:
    gc.disable()
    levels = range(asked.lowest, asked.highest + 1)
    for rules in asked.rules if asked.out else ():  # refuse before hours of play, not after
        ladder.below(Path(asked.out), rules, asked.lowest)
    for rules in asked.rules:
        terms = Terms(rules, asked.games, plies=asked.plies, seed=asked.seed, drawn=asked.drawn)
        steps: list[Tally] = []
        for level, tally in zip(levels[1:], ladder.ladder(terms, levels), strict=True):
            steps.append(tally)
            _print(ladder.told(rules, level, tally))
            if asked.out:
                ladder.write(Path(asked.out), rules, steps, asked.lowest)


def _speed(asked: argparse.Namespace) -> None:
    gc.disable()
    for rules in asked.rules:
        _print(speed(rules, Sample(asked.seconds, asked.positions)))


def _puzzles(asked: argparse.Namespace) -> None:
    gc.disable()
    for rules in asked.rules:
        order = making.Order(rules, asked.each, asked.games, asked.seed)
        for line in making.make(order, Path(asked.out)):
            _print(line)


def _balance(asked: argparse.Namespace) -> None:
    gc.disable()
    plan = balance.Plan(asked.games, asked.nodes, asked.seed)
    for line in balance.run(asked.rules or list(balance.sensible()), plan, Path(asked.out)):
        _print(line)


def _train(asked: argparse.Namespace) -> None:
    gc.disable()
    plan = train.Plan(asked.rules, asked.rounds, asked.games, asked.nodes, asked.seed)
    reported: list[str] = []

    def report(line: str) -> None:
        reported.append(line)
        _print(line)

    numbers = (tabal_train if TABAL in plan.rules else train).learn(plan, report)
    command = f"python -m engine train {' '.join(asked.rules)}"
    command += (
        f" --rounds {plan.rounds} --games {plan.games} --nodes {plan.nodes} --seed {plan.seed}"
    )
    Path(asked.out).write_text(train.write(command, reported, numbers), "utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    parser.add_argument("--plain", action="store_true", help="search by plain alpha-beta")
    parser.set_defaults(run=_speak)
    commands = parser.add_subparsers()
    games = commands.add_parser("match", help="play against another engine")
    games.add_argument("rules", nargs="+")
    games.add_argument("--engine", help="the command of the first engine; this one")
    games.add_argument("--against", help="the command of the second; plain alpha-beta")
    games.add_argument("--games", type=int, default=20)
    games.add_argument("--seconds", type=float, default=1.0)
    games.add_argument("--plies", type=int, default=8, help="random ones at the start")
    games.add_argument("--seed", default="1")
    games.add_argument("--verbose", action="store_true")
    games.set_defaults(run=_match)
    levels = commands.add_parser("levels", help="play the levels against each other")
    levels.add_argument("rules", nargs="+")
    levels.add_argument("--games", type=int, default=60)
    levels.add_argument("--plies", type=int, default=6, help="random ones at the start")
    levels.add_argument("--seed", default="1")
    levels.add_argument("--drawn", type=int, default=1, help="openings; the evenest is played")
    levels.add_argument("--lowest", type=int, default=min(LEVELS))
    levels.add_argument("--highest", type=int, default=max(LEVELS))
    levels.add_argument("--out", help="keep the steps, such as in engine/ladder.json")
    levels.set_defaults(run=_levels)
    clocked = commands.add_parser("speed", help="nodes a second, and depth")
    clocked.add_argument("rules", nargs="+")
    clocked.add_argument("--seconds", type=float, default=1.0, help="a move, processor time")
    clocked.add_argument("--positions", type=int, default=12)
    clocked.set_defaults(run=_speed)
    puzzles = commands.add_parser("puzzles", help="make puzzles and add them to the stock")
    puzzles.add_argument("rules", nargs="+")
    puzzles.add_argument("--out", default="engine/puzzles/stock.txt")
    for name, default in (("each", 60), ("games", 500), ("seed", 1)):
        puzzles.add_argument(f"--{name}", type=int, default=default)
    puzzles.set_defaults(run=_puzzles)
    even = commands.add_parser("balance", help="see which side a rule set favours")
    even.add_argument("rules", nargs="*", help="all sensible ones where none are named")
    even.add_argument("--out", default="engine/balance.json", help="goes on where it ended")
    for name, default in (("games", 60), ("nodes", 2500), ("seed", 1)):
        even.add_argument(f"--{name}", type=int, default=default)
    even.set_defaults(run=_balance)
    learning = commands.add_parser("train", help="learn the weights of a kind of rules")
    learning.add_argument("rules", nargs="+")
    learning.add_argument("--out", required=True, help="the file, such as engine/weights/rim.json")
    for name, default in (("rounds", 3), ("games", 500), ("nodes", 400), ("seed", 1)):
        learning.add_argument(f"--{name}", type=int, default=default)
    learning.set_defaults(run=_train)
    return parser


if __name__ == "__main__":
    sys.exit(main())
