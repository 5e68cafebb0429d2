"""`python -m games perft RULES DEPTH`: count move sequences, to compare with other engines."""

from __future__ import annotations

import argparse
import sys

from games.catalogue import TABAL, game
from games.core import Side
from games.errors import GameError
from games.perft import perft

_DEEPEST = 12


def main(arguments: list[str] | None = None) -> int:
    """Run the command: print one line per depth, or return 2 if the command makes no sense."""
    asked = _parser().parse_args(arguments)
    try:
        played = game(asked.rules)
        first = Side(asked.first) if asked.first else None
        if first is None and not played.data["first"]:
            first = Side.LIGHT if played.name == TABAL else Side.DARK
        start = played.start(first)
    except GameError as error:
        print(f"konakis: {error}", file=sys.stderr)  # noqa: T201  a command prints
        return 2
    for depth in range(1, asked.depth + 1):
        print(perft(played, start, depth), flush=True)  # noqa: T201  a command prints
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    command = parser.add_subparsers(required=True).add_parser("perft")
    command.add_argument("rules", help='a rule set, such as "larochelle+king-four"')
    command.add_argument("depth", type=int, choices=range(1, _DEEPEST + 1))
    command.add_argument(
        "--first",
        choices=[side.value for side in Side],
        help="the side that goes first if the rule set leaves it open (d: attackers; l: defenders)",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
