"""The lean of a rule set to one side, in a few words; nothing if it wasn't measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.balance import Measured, is_near
from bot.ui.pages import naming
from games.core import Side
from games.tafl.presets import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.balance import Lean, Table
    from bot.ui.words import Words
    from bot.ui.words.values import Name

BASE = "larochelle"  # the preset that knows every option
_PARTS = ((3, 5), (2, 3), (3, 4), (4, 5), (9, 10))  # games won, out of games played
_FAR = 0.95  # a share above the last part


def sentence(measured: Table, rules: str, words: Words) -> Iterator[str]:
    """Say which side a rule set favours, and how often: about 4 games in 5."""
    if lean := measured.get(rules):
        yield f"{naming.capitalised(_sentence(lean, rules, words))}."


def briefly(measured: Table, rules: str, words: Words) -> Iterator[str]:
    """Say in a word or two which side a rule set favours, for use after its name."""
    if lean := measured.get(rules):
        yield _brief(lean, rules, words)


def with_option(measured: Table, option: str, words: Words) -> Iterator[str]:
    """Say which side the first preset favours with only this handicap."""
    rules = f"{BASE}+{option}"
    if option in MODULES and (lean := measured.get(rules)):
        yield words("leans.with", lean=_brief(lean, rules, words))


def counted(measured: Table, rules: str, words: Words) -> Iterator[str]:
    """Say how many games were counted, and how certain the result is."""
    if lean := measured.get(rules):
        yield f"-# {_counted(lean, rules, words)}"


def _counted(lean: Lean, rules: str, words: Words) -> str:
    side = words.name(f"leans.for.{naming.family(rules)}")
    if len(lean.trend) < 2:  # noqa: PLR2004
        share, error = _figures(lean)
        return words("leans.counted", count=lean.games, side=side, share=share, error=error)
    rows: list[str] = []
    for row in lean.trend:
        share, error = _figures(row)
        rows.append(words("leans.counted-row", share=share, error=error, count=row.nodes))
    return words("leans.counted-trend", side=side, rows="; ".join(rows))


def _figures(lean: Lean) -> tuple[int, int]:
    return round(100 * lean.share), round(100 * lean.error)


def even_out(rules: str, words: Words, *, near: bool = True) -> str:
    """Return the label of a button for handicaps that make a rule set even; `near`: almost."""
    preset, *options = rules.split("+")
    handicaps = [naming.option(option, words) for option in options if option in MODULES]
    shown = " + ".join(handicaps) or words(f"ruleset.{preset}.name")
    return words("leans.even-out" if near else "leans.more-even", rules=shown)


def between(wanted: float, words: Words) -> Iterator[str]:
    """Say why other rules are proposed for players of different strengths."""
    if not is_near(Measured(wanted, 0.0)):
        yield words("leans.between")


def _turns(lean: Lean) -> bool:
    """Whether a rule set favours one side for beginners, but not for strong players."""
    return len({_whose(row) for row in (*lean.trend[:1], *lean.trend[-1:])}) > 1


def _whose(lean: Lean) -> Side | None:
    """Return the side that a rule set favours, or None."""
    if is_near(lean):
        return None
    return Side.LIGHT if lean.share > 1 / 2 else Side.DARK


def _sentence(lean: Lean, rules: str, words: Words) -> str:
    """Return a rule set's lean in words: by level, evenly, or how often one side wins."""
    if _turns(lean):
        weak, strong = (_plainly(row, rules, words) for row in (lean.trend[0], lean.trend[-1]))
        return words("leans.trend", strong=strong, weak=weak)
    if is_near(lean):
        return words("leans.even")
    share, side = _favoured(lean, rules, words)
    if share >= _FAR:
        return words("leans.most", side=side)
    won, of = min(_PARTS, key=lambda part: abs(part[0] / part[1] - share))
    return words("leans.some", side=side, won=won, of=of)


def _brief(lean: Lean, rules: str, words: Words) -> str:
    return words("leans.depends") if _turns(lean) else _plainly(lean, rules, words)


def _plainly(lean: Lean, rules: str, words: Words) -> str:
    if is_near(lean):
        return words("leans.even")
    share, side = _favoured(lean, rules, words)
    return words("leans.brief-most" if share >= _FAR else "leans.brief", side=side)


def _favoured(lean: Lean, rules: str, words: Words) -> tuple[float, Name]:
    """Return the share of the better side, and that side."""
    side = Side.LIGHT if lean.share > 1 / 2 else Side.DARK
    share = max(lean.share, 1 - lean.share)
    return share, words.name(f"leans.to.{naming.family(rules)}.{side}")
