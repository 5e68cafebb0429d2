"""Reads the diagrams beside this file: a sentence of the rules, a board, and what then happens.

Each line under a board is `RULE SETS: SIDE SUBJECT VERB WORDS VERB WORDS ...`. The subject is a
move, a man or nothing; `every` stands for every preset on such a board. The verbs are in
test_diagrams.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from games.tafl.presets import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterator

VERBS = ("takes", "ends", "calls", "reaches", "refused", "misplaced")


class Case(NamedTuple):
    """One claim about one diagram under one rule set."""

    where: str  # file and line, to find it again
    rules: str
    position: str  # in one line, see games.notation
    subject: str
    claims: tuple[tuple[str, tuple[str, ...]], ...]  # verbs with their words


def diagram_cases() -> list[Case]:
    """Every claim of every diagram."""
    files = sorted((Path(__file__).parent / "diagrams").glob("*.txt"))
    return [case for file in files for case in _cases_in(file)]


def _cases_in(file: Path) -> Iterator[Case]:
    board: list[str] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if rank := re.fullmatch(r" {1,2}([0-9]{1,2})((?: [.tTK]){7,11})", line):
            first = len(rank[2]) == 2 * int(rank[1])  # a board has as many files as ranks
            board = [rank[2]] if first else [*board, rank[2]]
        elif claim := re.fullmatch(r"([a-z+, -]+): ([dl])(?: (.*))?", line):
            names, side, words = claim.groups()
            subject, claims = _claims(words.split())
            for name in _presets_of_side(len(board)) if names == "every" else names.split(", "):
                yield Case(
                    f"{file.stem}:{number}", name, f"{_line(board)} {side} 0", subject, claims
                )
        elif line and not re.fullmatch(r"    a b c d e f g(?: h i(?: j k)?)?|[A-Z].*\.", line):
            raise AssertionError(f"{file.name}:{number}: {line}")


def _presets_of_side(side: int) -> list[str]:
    """The presets that are played on a board of this side."""
    return [name for name, rules in PRESETS.items() if rules.side == side]


def _line(board: list[str]) -> str:
    ranks = "/".join(rank.replace(" ", "") for rank in board)
    return re.sub(r"\.+", lambda run: str(len(run[0])), ranks)


def _claims(words: list[str]) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    subject = "" if words[0] in VERBS else words.pop(0)
    starts = [k for k, word in enumerate(words) if word in VERBS]
    ends = [*starts[1:], len(words)]
    return subject, tuple(
        (words[start], tuple(words[start + 1 : end]))
        for start, end in zip(starts, ends, strict=True)
    )
