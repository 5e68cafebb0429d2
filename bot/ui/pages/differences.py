"""The line that says how rules differ from the house game.

Invariant: the line follows from the fields of the rules; no rule set is named here.
"""

from __future__ import annotations

from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING

from bot.service.usual import DEFAULT_RULES
from bot.ui.pages import naming
from games import catalogue
from games.tafl.game import Tafl
from games.tafl.rules import Man, Zone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.ui.words import Words
    from games.tafl.rules import Rules

_MOST, _FEW = 3, 2  # differences that are told: on a line of their own, beside a puzzle


def differences(rules: str, words: Words) -> tuple[str, ...]:
    """Return one line about the most important differences; nothing for another family."""
    told = _told(rules, words, _MOST)
    return (words("differs.here", phrases=told),) if told else ()


def differences_in_short(rules: str, words: Words) -> str:
    """Return few differences, to follow the name of the rules; for another family, its rules."""
    return _told(rules, words, _FEW) or naming.short(rules, words)


def _told(rules: str, words: Words, most: int) -> str:
    """Return the most important differences as phrases."""
    game, house = catalogue.game(rules), catalogue.game(DEFAULT_RULES)
    if not isinstance(game, Tafl) or not isinstance(house, Tafl):
        return ""
    keys = islice(differing(game.rules, house.rules), most)
    phrases = [words(f"differs.{key}") for key in keys] or [""]
    return reduce(lambda first, last: words("differs.then", first=first, last=last), phrases)


def differing(rules: Rules, house: Rules) -> Iterator[str]:
    """Yield keys of the values that differ from the house game's, most important first."""
    for name, value_of in _QUESTIONS.items():
        value = value_of(rules)
        if value and value != value_of(house):
            yield f"{name}.{value}"


def throne_key(zone: Zone) -> str:
    """Return the key of the sentence about stopping on and crossing the throne."""
    if zone == Zone():
        return "none"
    if Man.KING not in zone.cross:
        return "closed"
    if Man.KING not in zone.stop:
        return "nobody"
    return "pass" if Man.ATTACKER in zone.cross else "king-only"


def _yes(value: object) -> str:
    return "yes" if value else "no"


def _helps(zone: Zone) -> str:
    """Return whether an empty zone helps to capture soldiers."""
    return _yes(Man.SOLDIERS in zone.crushes)


def _camps(rules: Rules) -> str:
    """Return the way in which the camps are closed."""
    if Man.DEFENDER not in rules.camps.stop:
        return "closed"
    if Man.KING not in rules.camps.cross:
        return "not-through"
    return "open" if Man.KING in rules.camps.stop else "not-in"


def _throne_helps(rules: Rules) -> str:
    """Return whether the throne helps to capture; nothing if there is none."""
    return _helps(rules.throne) if rules.throne != Zone() else ""


# Questions about rules, most important first. Each answer is part of a key; see [differs].
_QUESTIONS: dict[str, Callable[[Rules], str]] = {
    "goal": lambda rules: rules.goal,
    "captures": lambda rules: _yes(rules.king_captures),
    "gait": lambda rules: rules.gait,
    "camps": _camps,
    "way-out": lambda rules: _yes(rules.no_way_out),
    "king": lambda rules: rules.king,
    "throne": lambda rules: throne_key(rules.throne),
    "shieldwall": lambda rules: _yes(rules.shieldwall),
    "camps-help": lambda rules: _helps(rules.camps),
    "throne-helps": _throne_helps,
    "corners-help": lambda rules: _helps(rules.corners),
    "side": lambda rules: str(rules.side),
}
