"""A rule set explained page by page, with examples. The pages follow its options, not its name.

Each example is played before it is shown. Several may stand under one heading: the first that
shows it under the rule set in question is taken, so that a page never shows what its rules forbid.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.ui.pages import naming, scenes
from bot.ui.pages.page import Accent, Page, Text, clamped, turning
from games import catalogue
from games.errors import GameError
from games.events import Created, Moved
from games.match import fold
from games.tafl.game import Tafl
from games.tafl.presets import MODULES
from games.tafl.rules import Man

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bot.ui.custom_ids import Press
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Game, Move, Point
    from games.match import Match
    from games.tafl.rules import Rules, Zone


@dataclass(frozen=True, slots=True)
class Example:
    """An example on a board: its name, and the key of the sentence about it."""

    name: str
    says: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of the rules."""

    title: str  # a key
    sentences: tuple[str, ...]
    examples: tuple[Example, ...] = ()
    start: bool = False  # it shows the start position ...
    reach: Point | None = None  # ... and where the man there could go


def rules(game: Game, reader: Reader, press: Press) -> Page:
    """The page that the press asks for; its buttons ask for the others in the same way."""
    words = reader.words
    chapters = _chapters(game, words)
    page = clamped(press.page, len(chapters))
    chapter = chapters[page]
    title = naming.title(game.name, words)
    footer = words("rules.page", rules=title, page=page + 1, pages=len(chapters))
    return Page(
        blocks=(
            Text("\n".join([f"## {words(chapter.title)}", *chapter.sentences])),
            *_shown(chapter, game, reader),
            Text(footer),
            *turning(page, len(chapters), words, lambda to: replace(press, page=to)),
        ),
        accent=Accent.BOARD,
    )


def _chapters(game: Game, words: Words) -> list[Chapter]:
    if isinstance(game, Tafl):
        return list(_tablut_chapters(game.rules, words))
    return list(_tabal_chapters(game, words))


def _shown(chapter: Chapter, game: Game, reader: Reader) -> Iterator[Block]:
    if chapter.start:
        yield scenes.start(game, reader, chapter.reach)
    for number, each in enumerate(chapter.examples, start=1):
        match = example(each.name, game)
        if match is None or match.last is None:
            continue
        move, taken = naming.move_text(match.last), ", ".join(match.last.step.captured)
        yield Text(reader.words(each.says, move=f"**{move}**", taken=taken))
        yield scenes.example(match, reader, f"example-{number}.png")


_TABLUT = "rules.tablut."
_FREE_MAN = "e2"  # an attacker who can move at the start


def _tablut_chapters(rules: Rules, words: Words) -> Iterator[Chapter]:
    """The pages in their order."""

    def say(*keys: str) -> tuple[str, ...]:
        return tuple(words(_TABLUT + key) for key in keys)

    first = f"first.{rules.first or 'lot'}"
    aim = words(f"{_TABLUT}aim.text", goal=words(f"{_TABLUT}goal.{rules.goal}"))
    preset, *options = rules.name.split("+")
    about = [f"ruleset.{preset}.about", *(f"module.{each}.long" for each in options)]
    intro = tuple(words(key) for key in about if key in words)
    yield Chapter(_TABLUT + "aim.title", (aim, *say(first), *intro), start=True)
    yield Chapter(_TABLUT + "moving.title", say(*_moving(rules)), start=True, reach=_FREE_MAN)
    yield Chapter(
        _TABLUT + "taking.title", say(*_taking(rules)), (_example("soldier", "taking.example"),)
    )
    yield from _king(rules, words)
    yield Chapter(
        _TABLUT + "callout.title",
        say("callout.text", "callout.tuichi-mate" if rules.no_way_out else "callout.tuichi"),
        (
            _example("raichi", "callout.raichi-example"),
            _example("tuichi", "callout.tuichi-example"),
        ),
    )
    if rules.no_way_out:
        yield Chapter(_TABLUT + "mate.title", say("mate.text"), (_example("mate", "mate.example"),))
    quiet = rules.quiet_limit
    limit = () if quiet is None else (words(f"{_TABLUT}quiet", count=quiet),)
    end = say("end.text", f"repetition.{rules.repetition}")
    agreement = say("agreement.yes" if rules.agreement else "agreement.no")
    yield Chapter(_TABLUT + "end.title", (*end, *limit, *agreement))
    if modules := [each for each in catalogue.options(preset) if each in MODULES]:
        yield Chapter(_TABLUT + "handicaps.title", (*say("handicaps.text"), _list(modules, words)))


def _example(name: str, says: str) -> Example:
    return Example(name, _TABLUT + says)


def _list(modules: list[str], words: Words) -> str:
    def line(each: str) -> str:
        name, short = words(f"module.{each}.name"), words(f"module.{each}.short")
        return words(_TABLUT + "handicaps.line", name=name, short=short)

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
    walls = [words(f"{_TABLUT}king.{wall}") for wall in _walls(rules)]
    text = words(f"{_TABLUT}king.text", walls=_joined(walls, words))
    sentences = [text, words(f"{_TABLUT}king.safe")]
    examples = [_example("king", "king.example")]
    if rules.imprisonment:
        sentences.append(words(f"{_TABLUT}king.imprisoned"))
        examples.append(_example("imprisoned", "king.imprisoned-example"))
    yield Chapter(_TABLUT + "king.title", tuple(sentences), tuple(examples))


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
    named = words(f"{_TABLUT}king.or", first=", ".join(first), last=last) if first else last
    return words(f"{_TABLUT}king.walls", walls=named)


_TABAL = "rules.tabal."


def _tabal_chapters(game: Game, words: Words) -> Iterator[Chapter]:
    """The pages in their order."""

    def say(*keys: str) -> tuple[str, ...]:
        return tuple(words(_TABAL + key) for key in keys)

    def shown(name: str, says: str) -> tuple[Example, ...]:
        return (Example(name, _TABAL + says),)

    first = game.data["first"]
    lot = say("first.lot") if first is None else ()
    about = words(f"ruleset.{catalogue.TABAL}.about")
    yield Chapter(_TABAL + "aim.title", (about, *say("aim.text"), *lot), start=True)
    yield Chapter(_TABAL + "moving.title", say("moving.text"), shown("step", "moving.example"))
    yield Chapter(
        _TABAL + "taking.title",
        say("taking.text", "taking.stay"),
        shown("chain", "taking.example"),
    )
    yield Chapter(
        _TABAL + "dame.title", say("dame.text", "dame.moves"), shown("dame", "dame.example")
    )
    end = words(f"{_TABAL}end.text", count=game.endings.quiet_limit)
    yield Chapter(_TABAL + "end.title", (end,))


_OPEN_WEST = "3ttt3/4t4/2K6/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0"
_KONAKIS_BEHIND = "2tt1t3/6t2/9/t2T1T2t/tt4Ttt/t2tKt3/4T3t/6t2/2t6 l 0"
_EXAMPLES: Mapping[str, tuple[tuple[str, Move], ...]] = {
    "soldier": (("4tt3/4t4/3tT4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 l 0", ("c5", "c7")),),
    "king": (("3ttt3/4t4/9/t3T3t/t1t2TT1t/1tKtT3t/7t1/4t4/4tt3 d 0", ("h3", "c3")),),
    "imprisoned": (("3ttt3/9/9/t3T3t/t1tt1TTtt/1tKT4t/2tt5/4t4/5t3 d 0", ("i4", "e4")),),
    "raichi": (
        ("4tt3/2T1t4/1tKt5/2T1T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c8", "b8")),
        ("3ttt3/4t4/t1K6/t3T3t/1t3TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c7", "b7")),  # a king who steps
        (_OPEN_WEST, ("c7", "c9")),  # goals in the corners
        ("3ttt3/2K1t4/9/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c8", "b8")),  # both
    ),
    "tuichi": (
        ("4tt3/4t4/3t5/t1K1T3t/ttT2TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c6", "c7")),
        (_OPEN_WEST, ("c7", "b7")),
        ("9/9/1t1tKt1t1/t7t/tt1T1TTtt/t3T3t/9/4t4/3ttt3 l 0", ("e7", "e9")),
        # No mate in ludens: with the empty konakis at his back the king can still be taken, on e3.
        (_KONAKIS_BEHIND, ("e3", "b3")),
    ),
    "mate": (("4tt3/4t4/3t5/t1K1T3t/ttT2TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c6", "c7")),),
    "step": (("mmm/mmm/mmmmm/mmmmm/5/MMMMM/MMMMM/MMM/MMM l 0", ("c4", "c5")),),
    "chain": (("1mm/3/m4/3m1/5/1m3/M3M/M2/1M1 l 0", ("a3", "c5", "e7")),),
    "dame": (("mm1/m2/5/5/Q2m1/5/4M/3/1M1 l 0", ("a5", "e5")),),
}


def _reason(reason: str) -> Callable[[Match], bool]:
    return lambda match: match.verdict is not None and match.verdict.reason == reason


def _callout(name: str) -> Callable[[Match], bool]:
    return lambda match: (
        not match.verdict and match.callout is not None and match.callout.name == name
    )


def _takes(men: int) -> Callable[[Match], bool]:
    return lambda match: match.last is not None and len(match.last.step.captured) == men


_SHOWS: Mapping[str, Callable[[Match], bool]] = {
    "soldier": _takes(1),
    "king": _reason("king-taken"),
    "imprisoned": _reason("king-imprisoned"),
    "raichi": _callout("raichi"),
    "tuichi": _callout("tuichi"),
    "mate": _reason("no-way-to-stop"),
    "step": _takes(0),
    "chain": _takes(2),
    "dame": _takes(1),
}


def example(name: str, game: Game) -> Match | None:
    """The match that shows it under these rules; None where they know no such thing."""
    return next((match for match in _played(name, game) if _SHOWS[name](match)), None)


def _played(name: str, game: Game) -> Iterator[Match]:
    for line, move in _EXAMPLES[name]:
        try:
            match = fold((Created(0, game.data, start=line),))
            yield match.after(Moved(match.turn, 0, move))
        except GameError:
            continue
