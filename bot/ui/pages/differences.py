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

_MOST = 3  # differences that are told
_SHORT = 60  # characters of differences beside something else


def differences(rules: str, words: Words) -> tuple[str, ...]:
    """Return one line about the most important differences; nothing for another family."""
    if not (phrases := _phrases(rules, words)):
        return ()
    usual = naming.title(DEFAULT_RULES, words)
    return (words("differs.here", usual=usual, phrases=_joined(phrases, words)),)


def differences_in_short(rules: str, words: Words) -> tuple[str, ...]:
    """Return the same without its start, and only as many differences as are short together."""
    phrases = _phrases(rules, words)
    while len(phrases) > 1 and len(_joined(phrases, words)) > _SHORT:
        phrases.pop()
    return (_joined(phrases, words),) if phrases else ()


def _joined(phrases: list[str], words: Words) -> str:
    return reduce(lambda first, last: words("differs.then", first=first, last=last), phrases)


def _phrases(rules: str, words: Words) -> list[str]:
    """Return the most important differences."""
    game, house = catalogue.game(rules), catalogue.game(DEFAULT_RULES)
    if not isinstance(game, Tafl) or not isinstance(house, Tafl):
        return []
    keys = islice(differing(game.rules, house.rules), _MOST)
    return [words(f"differs.{key}") for key in keys]


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
