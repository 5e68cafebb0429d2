"""A rule set explained page by page, with examples. The pages follow its options, not its name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui.pages import naming, scenes
from bot.ui.pages.examples import Chapter, Example, example
from bot.ui.pages.page import Accent, Page, Text, clamped, turning
from games import catalogue
from games.tafl.game import Tafl
from games.tafl.presets import MODULES
from games.tafl.rules import Man

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.custom_ids import Press
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Game
    from games.tafl.rules import Rules, Zone


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
