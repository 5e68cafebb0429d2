"""A rule set explained page by page, with examples. The pages follow its options, not its name.

Each example is played before it is shown. Several may stand under one heading: the first that
shows it under the rule set in question is taken, so that a page never shows what its rules forbid.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.service.leans import UNMEASURED
from bot.ui.pages import leans, naming, scenes
from bot.ui.pages.page import Accent, Page, Text, clamped, turning
from games import catalogue
from games.core import Side, coordinates
from games.errors import GameError
from games.events import Created, Moved
from games.match import fold
from games.tafl.game import Tafl
from games.tafl.presets import MODULES
from games.tafl.rules import Goal, Man, Strength, Zone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bot.service.leans import Table
    from bot.ui.custom_ids import Press
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Game, Move, Point
    from games.match import Match
    from games.tafl.rules import Rules


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


def rules(game: Game, reader: Reader, press: Press, measured: Table = UNMEASURED) -> Page:
    """The page that the press asks for; its buttons ask for the others in the same way."""
    words = reader.words
    chapters = _chapters(game, words, measured)
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


def _chapters(game: Game, words: Words, measured: Table) -> list[Chapter]:
    tafl = isinstance(game, Tafl)
    found = _tafl_chapters(game, words, measured) if tafl else _tabal_chapters(game, words)
    first, *others = found
    lean = leans.in_full(measured, game.name, words)
    return [replace(first, sentences=(*first.sentences, *lean)), *others]


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


_TAFL = "rules.tafl."


def _tafl_chapters(game: Tafl, words: Words, measured: Table) -> Iterator[Chapter]:
    """The pages in their order."""
    rules = game.rules

    def say(*keys: str) -> tuple[str, ...]:
        return tuple(words(_TAFL + key) for key in keys)

    about = _about(rules.name)
    intro = tuple(words(key) for key in about if key in words)
    aim = (_aim(game, words), *say(f"first.{rules.first or 'lot'}"), *intro)
    yield Chapter(_TAFL + "aim.title", aim, start=True)
    free = _free_man(game)
    yield Chapter(_TAFL + "moving.title", say(*_moving(rules)), start=True, reach=free)
    taking = say(*_taking(rules))
    yield Chapter(_TAFL + "taking.title", taking, (_example("soldier", "taking.example"),))
    if rules.shieldwall:
        shown = (_example("shieldwall", "shieldwall.example"),)
        yield Chapter(_TAFL + "shieldwall.title", say("shieldwall.text", "shieldwall.not"), shown)
    yield _king(rules, words)
    if rules.encirclement:
        shown = (_example("encircled", "ring.example"),)
        yield Chapter(_TAFL + "ring.title", say("ring.text"), shown)
    if rules.exit_fort:
        shown = (_example("exit-fort", "fort.example"),)
        yield Chapter(_TAFL + "fort.title", say("fort.text"), shown)
    tuichi = "callout.tuichi-mate" if rules.no_way_out else "callout.tuichi"
    callouts = (_example(each, f"callout.{each}-example") for each in ("raichi", "tuichi"))
    yield Chapter(_TAFL + "callout.title", say("callout.text", tuichi), tuple(callouts))
    if rules.no_way_out:
        yield Chapter(_TAFL + "mate.title", say("mate.text"), (_example("mate", "mate.example"),))
    yield Chapter(_TAFL + "end.title", tuple(_end(rules, words)))
    preset, *_ = rules.name.split("+")
    if modules := [each for each in catalogue.options(preset) if each in MODULES]:
        shown = _list(modules, words, measured)
        yield Chapter(_TAFL + "handicaps.title", (*say("handicaps.text"), shown))


def _about(name: str) -> list[str]:
    """The keys of what is said of a rule set and of each thing added to it."""
    preset, *options = name.split("+")
    return [f"ruleset.{preset}.about", *(f"module.{each}.long" for each in options)]


def _aim(game: Tafl, words: Words) -> str:
    """Where the king starts, how many men each side has, and how each wins."""
    start, board = game.start(game.rules.first or Side.DARK), catalogue.board_of(game)
    middle = "middle" if game.rules.throne == Zone() else "throne"
    defenders = start.light & ~start.crowned
    return words(
        f"{_TAFL}aim.text",
        place=words(f"{_TAFL}aim.{middle}"),
        defenders=words(f"men.{board}.l", count=defenders.bit_count()),
        attackers=words(f"men.{board}.d", count=start.dark.bit_count()),
        goal=words(f"{_TAFL}goal.{game.rules.goal}"),
    )


def _free_man(game: Tafl) -> Point:
    """The man who can go farthest at the start; of several, one near the middle file."""
    start = game.start(game.rules.first or Side.DARK)
    middle, _ = coordinates(*game.board.named(game.geometry.throne))

    def reach(point: Point) -> tuple[int, int]:
        return len(game.choices(start, (point,))), -abs(coordinates(point)[0] - middle)

    return max(game.choices(start), key=reach)


def _end(rules: Rules, words: Words) -> Iterator[str]:
    yield words(f"{_TAFL}end.text")
    nth = naming.nth(rules.times, words)
    yield words(f"{_TAFL}repetition.{rules.repetition}", nth=nth)
    if rules.quiet_limit is not None:
        yield words(f"{_TAFL}quiet", count=rules.quiet_limit)
    yield words(f"{_TAFL}agreement.{'yes' if rules.agreement else 'no'}")


def _example(name: str, says: str) -> Example:
    return Example(name, _TAFL + says)


def _list(modules: list[str], words: Words, measured: Table) -> str:
    def line(each: str) -> str:
        name, short = words(f"module.{each}.name"), words(f"module.{each}.short")
        about = " ".join([short, *leans.with_option(measured, each, words)])
        return words(_TAFL + "handicaps.line", name=name, short=about)

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
    """Who may stop on the throne and who may cross it, as the name of a sentence."""
    if zone == Zone():
        return "none"
    if Man.KING not in zone.cross:
        return "closed"
    if Man.KING not in zone.stop:
        return "nobody"
    return "pass" if Man.ATTACKER in zone.cross else "king-only"


def _taking(rules: Rules) -> Iterator[str]:
    yield "taking.text"
    yield "taking.king" if rules.king_captures else "taking.no-king"
    if Man.SOLDIERS in rules.corners.crushes:
        yield "taking.corners"
    if Man.SOLDIERS in rules.camps.crushes:
        yield "taking.camps"
    if Man.SOLDIERS in rules.throne.crushes:
        yield "taking.throne-helps"
        if Man.DEFENDER in rules.throne.always:
            yield "taking.throne-always"
    elif rules.throne != Zone():
        yield "taking.throne"


def _king(rules: Rules, words: Words) -> Chapter:
    """How the king is taken: by four, or by two away from the throne."""

    def say(key: str, walls: Iterable[str] = (), beside: str = "walls") -> str:
        return words(f"{_TAFL}king.{key}", walls=_joined(walls, beside, words))

    if rules.king is Strength.FOUR:
        sentences = [say("text", _walls(rules))]
        if rules.goal is Goal.CORNER and not rules.edge_crushes:
            sentences.append(say("edge-safe"))
    else:
        far = (wall for wall in _walls(rules) if wall != "throne")
        sentences = [say("at-throne", ["throne"]), say("like-soldier", far, "across")]
    sentences.append(say("safe"))
    examples = [_example("king", "king.example")]
    if rules.imprisonment:
        sentences.append(say("imprisoned"))
        examples.append(_example("imprisoned", "king.imprisoned-example"))
    return Chapter(_TAFL + "king.title", tuple(sentences), tuple(examples))


def _walls(rules: Rules) -> Iterator[str]:
    """What holds a side of the king as an attacker would."""
    if Man.KING in rules.throne.crushes:
        yield "throne"
    if Man.KING in rules.edge_crushes:
        yield "edge"
    if Man.KING in rules.corners.crushes:
        yield "corners"
    if Man.KING in rules.camps.crushes:
        yield "any-camps" if Man.KING in rules.camps.always else "camps"


def _joined(walls: Iterable[str], beside: str, words: Words) -> str:
    """The walls after "an attacker", joined to the sentence by the words of that name."""
    named = [words(f"{_TAFL}king.{wall}") for wall in walls]
    if not named:
        return ""
    *first, last = named
    shown = words(f"{_TAFL}king.or", first=", ".join(first), last=last) if first else last
    return words(f"{_TAFL}king.{beside}", walls=shown)


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
_OPEN_NORTH = "2t8/tt1TT1T2tt/t9t/5T5/5T5/11/4ttt4 l 0"  # the seven lowest ranks of eleven
_CROWD = "t4TT3t/tt5T1tt/t4TT3t/t4T4t/11/5t5/3ttttt3 l 0"
_EXAMPLES: Mapping[str, tuple[tuple[str, Move], ...]] = {
    "soldier": (
        ("4tt3/4t4/3tT4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 l 0", ("c5", "c7")),
        ("3t3/2t4/2TT3/tt1KTtt/3T3/3t3/3t3 d 0", ("b4", "c4")),
        (
            "3ttttt3/11/11/t3tT4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 l 0",
            ("d6", "d8"),
        ),
    ),
    "king": (
        ("3ttt3/4t4/9/t3T3t/t1t2TT1t/1tKtT3t/7t1/4t4/4tt3 d 0", ("h3", "c3")),
        ("3t3/3t3/1T5/t3T1t/1tK2t1/7/3t3 d 0", ("d1", "d3")),
        ("4tttt3/11/6T4/t9t/t3T5t/10t/3t7/2tKt5t/11/5t5/3t1tt4 d 0", ("d1", "d3")),
    ),
    "shieldwall": (
        (
            "3ttttt3/5t5/11/t4T4t/t4TT3t/t4K4t/t4TT3t/2T7t/11/3TTT5/3tttT4 l 0",
            ("c4", "c1"),
        ),
    ),
    "encircled": (
        ("9/9/4t4/3tTt3/3tKt3/3t1t3/8t/9/9 d 0", ("i3", "e3")),
        ("7/3t3/2tTt2/2tKt2/7/7/3t3 d 0", ("d1", "d3")),
        ("11/11/11/11/11/11/3t1t4t/2t1t2t3/2t1TK1t3/3tttt4/11 d 0", ("k5", "g5")),
    ),
    "exit-fort": (("3ttttt3/11/5t5/11/t9t/t9t/7t3/6T4/2t8/4TT5/3TK6 l 0", ("g4", "g1")),),
    "imprisoned": (("3ttt3/9/9/t3T3t/t1tt1TTtt/1tKT4t/2tt5/4t4/5t3 d 0", ("i4", "e4")),),
    "raichi": (
        ("4tt3/2T1t4/1tKt5/2T1T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c8", "b8")),
        ("3ttt3/4t4/t1K6/t3T3t/1t3TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c7", "b7")),  # a king who steps
        (_OPEN_WEST, ("c7", "c9")),  # goals in the corners
        ("3ttt3/2K1t4/9/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c8", "b8")),  # both
        ("3t3/3t3/3T3/tt2Ttt/1K1T3/3t3/3t3 l 0", ("b3", "b1")),
        (f"4ttt4/5tt4/2T8/1tK5t2/{_OPEN_NORTH}", ("c9", "h9")),
        (f"3ttttt3/5t5/1K9/t4T4t/{_CROWD}", ("b9", "b11")),
    ),
    "tuichi": (
        ("4tt3/4t4/3t5/t1K1T3t/ttT2TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c6", "c7")),
        (_OPEN_WEST, ("c7", "b7")),
        ("9/9/1t1tKt1t1/t7t/tt1T1TTtt/t3T3t/9/4t4/3ttt3 l 0", ("e7", "e9")),
        # No mate in ludens: with the empty konakis at his back the king can still be taken, on e3.
        (_KONAKIS_BEHIND, ("e3", "b3")),
        ("3t3/3t3/3T3/2t1Ttt/1K1T3/2t4/3t3 l 0", ("b3", "a3")),
        (f"4ttt4/5tt4/2T8/1tK8/{_OPEN_NORTH}", ("c9", "h9")),
        ("3ttttt3/5t5/11/5T4t/4TTT3t/1t1TT1TT1tt/1K2TTT3t/5T4t/11/5t5/3ttttt3 l 0", ("b5", "a5")),
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
    "shieldwall": _takes(3),
    "encircled": _reason("encircled"),
    "exit-fort": _reason("exit-fort"),
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
