"""Fairness in words: who wins how often with a rule set, and who says so.

Invariant: every page takes its words about fairness from here; nothing is said if nobody counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.balance import Measured, Speaker, is_near
from bot.ui.pages import naming
from games.core import Side
from games.tafl.presets import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.balance import Lean, Leans
    from bot.ui.words import Words

BASE = "larochelle"  # the preset that knows every option
_FAR = 0.95  # a share above this is nearly every game


def lines(leans: Leans, rules: str, words: Words) -> Iterator[str]:
    """Say how often the better side wins, with everyone's figures in small print below."""
    yield from sentence(leans, rules, words)
    yield from figures(leans, rules, words)


def sentence(leans: Leans, rules: str, words: Words) -> Iterator[str]:
    """Say how often a rule set's better side wins, according to the first who speaks."""
    for text in briefly(leans, rules, words):
        yield f"{naming.capitalised(text)}."


def briefly(leans: Leans, rules: str, words: Words) -> Iterator[str]:
    """Return the same sentence without its full stop, for use after a name."""
    if said := leans.first(rules):
        speaker, lean = said
        who = _who(leans, rules, speaker, words)
        yield words("leans.says", who=who, lean=_lean(lean, rules, words))


def figures(leans: Leans, rules: str, words: Words) -> Iterator[str]:
    """Return a line of small print with everyone's figures: share, number of games, source."""
    shown = [
        _figure(_who(leans, rules, speaker, words), lean, words)
        for speaker, lean in leans.counted(rules).items()
    ]
    if rules in leans.people:
        source = leans.people[rules].source
        shown[0] = words("leans.sourced", figure=shown[0], source=source)
    if shown:
        side = words.name(f"leans.for.{naming.family(rules)}")
        yield f"-# {words('leans.figures', side=side, figures=' · '.join(shown))}"


def _who(leans: Leans, rules: str, speaker: Speaker, words: Words) -> str:
    """Return a speaker's name inside a sentence."""
    similar = speaker is Speaker.PEOPLE and leans.people[rules].similar
    return words(f"leans.who.{'similar' if similar else speaker}")


def _figure(who: str, lean: Lean, words: Words) -> str:
    percent = words("language.percent", number=round(100 * lean.share))
    if lean.games:
        return words("leans.figure", who=who, percent=percent, count=lean.games)
    return words("leans.share", who=who, percent=percent)


def _lean(lean: Lean, rules: str, words: Words) -> str:
    """Say how often the better side wins, inside a sentence."""
    if is_near(lean):
        return words("leans.even")
    light = lean.share > 1 / 2
    share, side = max(lean.share, 1 - lean.share), Side.LIGHT if light else Side.DARK
    to = words.name(f"leans.to.{naming.family(rules)}.{side}")
    if share >= _FAR:
        return words("leans.most", side=to)
    return words("leans.some", side=to, won=round(10 * share))


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
