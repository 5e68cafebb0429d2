"""What is said of a Tablut rule set: a sentence for each of its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages.chapter import Chapter, Example
from games import catalogue
from games.tafl.board import Man
from games.tafl.presets import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.words import Words
    from games.tafl.rules import Rules, Zone

_PREFIX = "rules.tablut."
_FREE_MAN = "e2"  # an attacker who can move at the start


def chapters(rules: Rules, words: Words) -> Iterator[Chapter]:
    """The pages in their order."""

    def say(*keys: str) -> tuple[str, ...]:
        return tuple(words(_PREFIX + key) for key in keys)

    first = f"first.{rules.first or 'lot'}"
    aim = words(f"{_PREFIX}aim.text", goal=words(f"{_PREFIX}goal.{rules.goal}"))
    preset, *options = rules.name.split("+")
    about = [f"ruleset.{preset}.about", *(f"module.{each}.long" for each in options)]
    intro = tuple(words(key) for key in about if key in words)
    yield Chapter(_PREFIX + "aim.title", (aim, *say(first), *intro), start=True)
    yield Chapter(_PREFIX + "moving.title", say(*_moving(rules)), start=True, reach=_FREE_MAN)
    yield Chapter(
        _PREFIX + "taking.title", say(*_taking(rules)), (_example("soldier", "taking.example"),)
    )
    yield from _king(rules, words)
    yield Chapter(
        _PREFIX + "callout.title",
        say("callout.text", "callout.tuichi"),
        (
            _example("raichi", "callout.raichi-example"),
            _example("tuichi", "callout.tuichi-example"),
        ),
    )
    if rules.no_way_out:
        yield Chapter(_PREFIX + "mate.title", say("mate.text"), (_example("mate", "mate.example"),))
    quiet = rules.quiet_limit
    limit = () if quiet is None else (words(f"{_PREFIX}quiet", count=quiet),)
    end = say("end.text", f"repetition.{rules.repetition}")
    agreement = say("agreement.yes" if rules.agreement else "agreement.no")
    yield Chapter(_PREFIX + "end.title", (*end, *limit, *agreement))
    if modules := [each for each in catalogue.options(preset) if each in MODULES]:
        yield Chapter(_PREFIX + "handicaps.title", (*say("handicaps.text"), _list(modules, words)))


def _example(name: str, says: str) -> Example:
    return Example(name, _PREFIX + says)


def _list(modules: list[str], words: Words) -> str:
    def line(each: str) -> str:
        name, short = words(f"module.{each}.name"), words(f"module.{each}.short")
        return words(_PREFIX + "handicaps.line", name=name, short=short)

    return "\n".join(map(line, modules))


def _moving(rules: Rules) -> Iterator[str]:
    yield "moving.text"
    yield f"gait.{rules.gait}"
    yield f"throne.{_throne(rules.throne)}"
    if rules.corners.stop is Man.KING:
        yield "corners.king"
    if rules.home_camps:
        yield "camps.closed"


def _throne(zone: Zone) -> str:
    if Man.KING not in zone.stop:
        return "nobody"
    return "pass" if Man.ATTACKER in zone.cross else "king-only"


def _taking(rules: Rules) -> Iterator[str]:
    yield "taking.text"
    yield "taking.king" if rules.king_captures else "taking.no-king"
    if rules.corners.crushes & Man.SOLDIERS:
        yield "taking.corners"
    yield "taking.throne"


def _king(rules: Rules, words: Words) -> Iterator[Chapter]:
    walls = [words(f"{_PREFIX}king.{wall}") for wall in _walls(rules)]
    text = words(f"{_PREFIX}king.text", walls=_joined(walls, words))
    sentences = [text, words(f"{_PREFIX}king.safe")]
    examples = [_example("king", "king.example")]
    if rules.imprisonment:
        sentences.append(words(f"{_PREFIX}king.imprisoned"))
        examples.append(_example("imprisoned", "king.imprisoned-example"))
    yield Chapter(_PREFIX + "king.title", tuple(sentences), tuple(examples))


def _walls(rules: Rules) -> Iterator[str]:
    """What holds a side of the king as an attacker would."""
    if Man.KING in rules.throne.crushes:
        yield "throne"
    if Man.KING in rules.edge_crushes:
        yield "edge"
    if Man.KING in rules.corners.crushes:
        yield "corners"
    if Man.KING in rules.camps.crushes:
        yield "camps"


def _joined(walls: list[str], words: Words) -> str:
    if not walls:
        return ""
    *first, last = walls
    named = words(f"{_PREFIX}king.or", first=", ".join(first), last=last) if first else last
    return words(f"{_PREFIX}king.walls", walls=named)
