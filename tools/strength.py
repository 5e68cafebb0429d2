"""Writes the tables of docs/STRENGTH.md: how fair each rule set is, how far apart the levels are.

The figures with all depths, and the marks of the engines that played, are in engine/balance.json;
people's results are in engine/people.json, the levels' in engine/ladder.json.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from engine.balance import people, table
from engine.ladder import ladders
from engine.levels import LEVELS
from games.catalogue import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.balance import Balance, PeoplesBalance
    from engine.ladder import Ladder

_ROOT = Path(__file__).parents[1]
PAGE = _ROOT / "docs" / "STRENGTH.md"
_WORDS = _ROOT / "bot" / "ui" / "words" / "en" / "rules.toml"
_FAIR = "| rule set | people | games | Konakis | games |\n|---|---|---|---|---|\n"
_STEPS = (
    f"| rules | {' | '.join(f'{level} v {level - 1}' for level in LEVELS[1:])} |\n"
    f"{'|---' * len(LEVELS)}|\n"
)
_UNKNOWN = "\N{EN DASH}"


def with_tables(page: str) -> str:
    """Return the page with today's tables.

    >>> page = PAGE.read_text("utf-8")
    >>> with_tables(page) == page
    True
    """
    fair = fairness_rows(table(), people())
    steps = (step_row(rules, ladder) for rules, ladder in ladders().items())
    return _with_rows(_with_rows(page, _FAIR, fair), _STEPS, steps)


def _with_rows(page: str, head: str, rows: Iterator[str]) -> str:
    return re.sub(
        rf"(?<={re.escape(head)})(\|.*\n)*", lambda _: "".join(f"{row}\n" for row in rows), page
    )


def fairness_rows(
    measured: Mapping[str, Balance], peoples: Mapping[str, PeoplesBalance]
) -> Iterator[str]:
    """Yield a row for each rule set without options."""
    shown = tomllib.loads(_WORDS.read_text("utf-8"))["ruleset"]
    for rules in NAMES:
        own, theirs = measured.get(rules), peoples.get(rules)
        nobody = (_UNKNOWN, "")
        cells = (*(_peoples_cells(theirs) if theirs else nobody), *(_cells(own) if own else nobody))
        yield f"| {shown[rules]['name']} | {' | '.join(cells)} |"


def _peoples_cells(balance: PeoplesBalance) -> tuple[str, str]:
    share = f"about {100 * balance.share:.0f}" if balance.similar else f"{100 * balance.share:.0f}"
    error = f" ± {100 * balance.error:.0f}" if balance.error else ""
    return share + error, f"{balance.games:,}" if balance.games else _UNKNOWN


def _cells(balance: Balance) -> tuple[str, str]:
    return f"{100 * balance.share:.0f} ± {100 * balance.error:.0f}", f"{balance.games:,}"


def step_row(rules: str, ladder: Ladder) -> str:
    """Return a row with the stronger level's score of each step, in per cent."""
    cells = [f"{100 * step.score:.0f} ± {100 * step.error:.0f}" for step in ladder.steps]
    cells += ["" for _ in LEVELS[len(cells) + 1 :]]
    return f"| `{rules}` | {' | '.join(cells)} |"


def write() -> None:
    """Bring the page's tables up to date."""
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")
