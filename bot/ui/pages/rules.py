"""A rule set explained page by page, with examples. The pages follow its options, not its name.

Each example is played before it is shown, so that a page never shows what its rules forbid.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.service.balance import NOBODY, evening_handicaps, is_near, offered_handicaps
from bot.ui.buttons import Press, RuleSet, Small
from bot.ui.pages import balance, naming, scenes
from bot.ui.pages.differences import differences, throne_key
from bot.ui.pages.examples import example_match
from bot.ui.pages.page import Accent, Buttons, Page, Text, clamped, turning
from bot.ui.pages.panel import joined
from games import catalogue
from games.core import Side, coordinates
from games.tafl.game import Tafl
from games.tafl.presets import MODULES
from games.tafl.rules import Goal, Man, Strength, Zone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.service.balance import Leans
    from bot.ui.pages.page import Button, Picture
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Game, Point
    from games.tafl.rules import Rules

    # Features' buttons for a rule set, by page number and topic.
    TopicButtons = Callable[[str, int, str, Words], Sequence[Button]]


class RulesOfChallenge(Press, verb="rules:c"):
    """Show a page of a challenge's rules."""

    challenge: int
    page: Small = 0


class RulesOfMatch(Press, verb="rules:m"):
    """Show a page of a match's rules."""

    match: int
    page: Small = 0


class RulesOfSet(Press, verb="rules:r"):
    """Show a page of a rule set."""

    rules: RuleSet
    page: Small = 0


def no_buttons(_rules: str, _page: int, _topic: str, _words: Words) -> Sequence[Button]:
    """Return no buttons."""
    return ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of rules with at most one picture, so that a phone shows it whole."""

    title: str  # a key
    sentences: tuple[str, ...]
    example: str = ""  # the key of the example's sentence
    start: bool = False  # show the start position …
    reach: Point | None = None  # … and where the piece there could go
    topics: tuple[str, ...] = ()  # topics for which features add buttons


def rules(
    game: Game,
    reader: Reader,
    press: RulesOfChallenge | RulesOfMatch | RulesOfSet,
    leans: Leans = NOBODY,
    further: TopicButtons = no_buttons,
) -> Page:
    """Return the page of rules that a press asks for; its buttons open the others.

    The picture is first, since a chat stays at its bottom: so the words are beside the buttons.
    `further`: features' additions to a page with a topic.
    """
    words = reader.words
    chapters = _chapters(game, words, leans)
    page = clamped(press.page, len(chapters))
    chapter = chapters[page]
    title = naming.title(game.name, words)
    pictures, told = _shown(chapter, game, reader)
    footer = words("rules.page", rules=title, page=page + 1, pages=len(chapters))
    blocks = joined(
        *pictures,
        Text("\n".join([f"### {words(chapter.title)}", *chapter.sentences, *told, footer])),
        *_added(chapter, lambda topic: further(game.name, page, topic, words)),
        *turning(page, len(chapters), words, lambda to: replace(press, page=to)),
    )
    return Page(blocks, Accent.BOARD)


def _added(chapter: Chapter, further: Callable[[str], Sequence[Button]]) -> Iterator[Buttons]:
    """Return a row of the buttons that features add to a chapter's topics."""
    added = tuple(button for topic in chapter.topics for button in further(topic))
    if added:
        yield Buttons(added)


def _chapters(game: Game, words: Words, leans: Leans) -> list[Chapter]:
    tafl = isinstance(game, Tafl)
    chapters = _tafl_chapters(game, words, leans) if tafl else _tabal_chapters(game, words, leans)
    return [chapter for chapter in chapters if chapter.sentences]


def _shown(chapter: Chapter, game: Game, reader: Reader) -> tuple[list[Picture], list[str]]:
    """Return a chapter's picture, if any, and the text about its example."""
    if chapter.start:
        return [scenes.start(game, reader, chapter.reach)], []
    match = example_match(chapter.example, game) if chapter.example else None
    if match is None or match.last is None:
        return [], []
    move, taken = naming.move_text(match.last), ", ".join(match.last.step.captured)
    told = reader.words(chapter.example, move=f"**{move}**", taken=taken)
    return [scenes.example(match, reader, "example.png")], [told]


_TAFL = "rules.tafl."


def _tafl_chapters(game: Tafl, words: Words, leans: Leans) -> Iterator[Chapter]:
    """Yield the pages of Tafl in order."""
    rules = game.rules

    def say(*keys: str) -> tuple[str, ...]:
        return tuple(words(_TAFL + key) for key in keys)

    differs = differences(rules.name, words)
    aim = (_aim_sentence(game, words), *say(f"first.{rules.first or 'lot'}"), *differs)
    yield Chapter(_TAFL + "aim.title", aim, start=True, topics=(f"goal.{rules.goal}",))
    free = _free_man(game)
    yield Chapter(_TAFL + "moving.title", say(*_moving_keys(rules)), start=True, reach=free)
    taking = say("taking.text", "taking.king" if rules.king_captures else "taking.no-king")
    helping = say(*_helping_keys(rules))
    if rules.shieldwall:  # eight pages are enough
        taking, helping = taking + helping, ()
    yield Chapter(_TAFL + "taking.title", taking, _TAFL + "taking.example", topics=("taking",))
    topics = ("taking.throne",) if Man.SOLDIERS in rules.throne.crushes else ()
    yield Chapter(_TAFL + "taking.helps-title", helping, start=True, topics=topics)
    if rules.shieldwall:
        told, example = say("shieldwall.text", "shieldwall.not"), _TAFL + "shieldwall.example"
        yield Chapter(_TAFL + "shieldwall.title", told, example, topics=("shieldwall",))
    yield from _king_chapters(rules, words)
    if rules.exit_fort:
        example = _TAFL + "fort.example"
        yield Chapter(_TAFL + "fort.title", say("fort.text"), example, topics=("fort",))
    told = say("callout.text", "callout.tuichi-mate" if rules.no_way_out else "callout.tuichi")
    calls = (f"{_TAFL}callout.{call}-example" for call in ("tuichi", "raichi"))
    example = next((key for key in calls if example_match(key, game)), "")
    topics = (f"callout.{rules.goal}",)
    yield Chapter(_TAFL + "callout.title", told, example, topics=topics)
    if rules.no_way_out:
        yield Chapter(_TAFL + "mate.title", say("mate.text"), _TAFL + "mate.example")
    about = _about(_about_keys(rules.name), leans, rules.name, words)
    topics = ("ring",) if rules.encirclement else ()
    yield Chapter(_TAFL + "end.title", (*_end_sentences(rules, words), *about), topics=topics)
    preset, *_ = rules.name.split("+")
    if set(MODULES) & set(catalogue.options(preset)):
        told = (*say("handicaps.text"), *_handicap_lines(preset, words, leans))
        yield Chapter(_TAFL + "handicaps.title", told)


def _about(keys: Sequence[str], leans: Leans, name: str, words: Words) -> Iterator[str]:
    """Yield the lines about where rules come from, and which side they favour."""
    yield f"## {words(_TAFL + 'about.title')}"
    yield from (words(key) for key in keys if key in words)
    yield from balance.lines(leans, name, words)


def _about_keys(name: str) -> list[str]:
    """Return the keys of the texts about a rule set and each of its options."""
    preset, *options = name.split("+")
    return [f"ruleset.{preset}.about", *(f"module.{option}.long" for option in options)]


def _aim_sentence(game: Tafl, words: Words) -> str:
    """Say where the king starts, how many pieces each side has, and how each side wins."""
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
    """Return the piece that can go farthest at the start; if several, one near the middle file."""
    start = game.start(game.rules.first or Side.DARK)
    middle, _ = coordinates(*game.board.named(game.geometry.throne))

    def reach(point: Point) -> tuple[int, int]:
        return len(game.choices(start, (point,))), -abs(coordinates(point)[0] - middle)

    return max(game.choices(start), key=reach)


def _end_sentences(rules: Rules, words: Words) -> Iterator[str]:
    if rules.encirclement:
        yield words(f"{_TAFL}ring.text")
    yield words(f"{_TAFL}end.text")
    nth = naming.nth(rules.times, words)
    yield words(f"{_TAFL}repetition.{rules.repetition}", nth=nth)
    if rules.quiet_limit is not None:
        yield words(f"{_TAFL}quiet", count=rules.quiet_limit)
    yield words(f"{_TAFL}agreement.{'yes' if rules.agreement else 'no'}")


def _handicap_lines(preset: str, words: Words, leans: Leans) -> Iterator[str]:
    """Yield a line for each handicap that helps, then those that even the rules out best."""
    for module in offered_handicaps(leans, preset):
        name, short = words(f"module.{module}.name"), words(f"module.{module}.short")
        yield words(_TAFL + "handicaps.line", name=name, short=short)
    for rules in evening_handicaps(leans, preset):
        near = is_near(leans.variants(preset)[rules])
        name = balance.even_out(rules, words, near=near)
        yield " ".join([f"{name}.", *balance.sentence(leans, rules, words)])


def _moving_keys(rules: Rules) -> Iterator[str]:
    yield "moving.text"
    yield f"gait.{rules.gait}"
    yield f"throne.{throne_key(rules.throne)}"
    if rules.corners.stop is Man.KING:
        yield "corners.king"
    if rules.home_camps:
        yield "camps.closed"


def _helping_keys(rules: Rules) -> Iterator[str]:
    """Yield the keys of hostile points, besides pieces."""
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


def _king_chapters(rules: Rules, words: Words) -> Iterator[Chapter]:
    """Yield the ways to capture the king, and to surround him."""

    def say(key: str, *walls: str) -> str:
        if not walls:
            return words(f"{_TAFL}king.{key}")
        either = words.either([words.name(f"{_TAFL}wall.{wall}") for wall in walls])
        return words(f"{_TAFL}king.{key}-walls", walls=either)

    if rules.king is Strength.FOUR:
        sentences = [say("text", *_walls(rules))]
        if rules.goal is Goal.CORNER and not rules.edge_crushes:
            sentences.append(say("edge-safe"))
    else:
        far = (wall for wall in _walls(rules) if wall != "throne")
        sentences = [say("at-throne"), say("like-soldier", *far)]
    sentences.append(say("safe"))
    topics = (f"king.{rules.king}",)
    yield Chapter(_TAFL + "king.title", tuple(sentences), _TAFL + "king.example", topics=topics)
    if rules.imprisonment:
        title, example = _TAFL + "king.imprisoned-title", _TAFL + "king.imprisoned-example"
        yield Chapter(title, (say("imprisoned"),), example)


def _walls(rules: Rules) -> Iterator[str]:
    """Yield the things that block a side of the king as an attacker would."""
    if Man.KING in rules.throne.crushes:
        yield "throne"
    if Man.KING in rules.edge_crushes:
        yield "edge"
    if Man.KING in rules.corners.crushes:
        yield "corners"
    if Man.KING in rules.camps.crushes:
        yield "any-camps" if Man.KING in rules.camps.always else "camps"


_TABAL = "rules.tabal."


def _tabal_chapters(game: Game, words: Words, leans: Leans) -> Iterator[Chapter]:
    """Yield the pages of Tabal in order."""

    def say(*keys: str) -> tuple[str, ...]:
        return tuple(words(_TABAL + key) for key in keys)

    first = game.data["first"]
    lot = say("first.lot") if first is None else ()
    yield Chapter(_TABAL + "aim.title", (*say("aim.text"), *lot), start=True)
    yield Chapter(_TABAL + "moving.title", say("moving.text"), _TABAL + "moving.example")
    yield Chapter(
        _TABAL + "taking.title",
        say("taking.text", "taking.stay"),
        _TABAL + "taking.example",
        topics=("tabal.taking",),
    )
    title, moves = _TABAL + "dame.title", _TABAL + "dame.moves-title"
    yield Chapter(title, say("dame.text"), start=True, topics=("tabal.dame",))
    yield Chapter(moves, say("dame.moves"), _TABAL + "dame.example")
    end = words(f"{_TABAL}end.text", count=game.endings.quiet_limit)
    about = _about([f"ruleset.{catalogue.TABAL}.about"], leans, game.name, words)
    yield Chapter(_TABAL + "end.title", (end, *about))
