"""/tablut profile: ratings and their course, best wins, honours, score with the reader."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING

from bot.service.model import Outcome
from bot.service.ratings import EVERYWHERE
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming, ratings
from bot.ui.pages.page import Accent, Button, Buttons, Page, Picture, Style, Text, text_page
from bot.ui.pages.standings import family_name, form, season_name
from render.curve import Curve

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping

    from bot.service.model import Instant, Player
    from bot.service.profile import Profile
    from bot.service.standings import Result
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Side

_PICTURE = "ratings.png"
_STEP = 100  # points between two lines across the curve
_SHOWN = 6  # rule sets
_HOWS = (Outcome.WON, Outcome.DRAWN, Outcome.LOST)


def profile(found: Profile, reader: Reader, now: Instant) -> Page:
    """The profile, for the person who asked."""
    words = reader.words
    return Page(
        blocks=(
            Text("\n".join(_heading(found, words, now))),
            *_picture(found, reader),
            *_text(_details(found, words)),
            *_families(found, words),
            *_history(found, words),
        ),
        accent=Accent.BOARD,
    )


def _text(lines: Iterable[str]) -> Iterator[Text]:
    """The lines, if there are any."""
    if text := "\n".join(lines):
        yield Text(text)


def none(player: Player, reader: Reader) -> Page:
    """The answer where there is no profile to show."""
    words = reader.words
    if player == reader.player:
        return text_page(words("profile.none-own"))
    return text_page(words("profile.none", player=naming.person(player)))


def _heading(found: Profile, words: Words, now: Instant) -> Iterator[str]:
    rating = found.rating
    where = "profile.everywhere" if rating.guild == EVERYWHERE else "profile.here"
    family = family_name(rating.family, words)
    yield words(where, player=naming.person(found.player), family=family)
    yield words(
        "profile.rating",
        rating=ratings.points(rating.now(now)),
        sure=round(rating.now(now).deviation),
        games=words("ranks.games", count=rating.games),
        form=form(rating.form, words),
    )
    counts = {"won": rating.won, "drawn": rating.drawn, "lost": rating.lost}
    yield words("history.score", **counts)
    if found.between and found.between.listed():
        between = {each: found.between.of(each) for each in _HOWS}
        yield words("profile.between", other=naming.person(found.player), **between)


def _picture(found: Profile, reader: Reader) -> Iterator[Picture]:
    """The rating over time, where there are two games at least."""
    seats, words = found.curve, reader.words
    if len(seats) < 2:  # noqa: PLR2004  a curve has two ends
        return
    values = [seats[0].before, *(each.strength.rating for each in seats)]
    low = (min(values) // _STEP) * _STEP
    high = max((-(-max(values) // _STEP)) * _STEP, low + _STEP)
    points = tuple(
        (number / (len(values) - 1), (value - low) / (high - low))
        for number, value in enumerate(values)
    )
    step = _STEP * max(1, round((high - low) / _STEP / 4))
    lines = range(int(low), int(high) + 1, int(step))
    guides = tuple(((each - low) / (high - low), str(each)) for each in lines)
    count = words("profile.last", count=len(seats))
    top = (family_name(found.rating.family, words), str(round(values[-1])))
    curve = Curve(points, top=top, foot=("", count), guides=guides)
    alt = words(
        "profile.alt",
        first=round(values[0]),
        last=round(values[-1]),
        count=len(seats),
        low=round(min(values)),
        high=round(max(values)),
    )
    yield Picture(_PICTURE, curve, alt, "", reader.show, reader.theme)


def _details(found: Profile, words: Words) -> Iterator[str]:
    """How the games went by rule set and side, and what was achieved."""
    if found.outcomes:
        yield "-# " + words("profile.sides")
        yield from _outcomes(found.outcomes, words)
    if found.best:
        yield words("profile.best", wins=words.join([_win(each, words) for each in found.best]))
    if found.streak > 1:
        yield words("profile.streak", count=found.streak)
    for title in found.titles:
        yield words(
            "profile.title",
            place=title.place,
            season=season_name(title.season, words),
            family=family_name(title.family, words),
        )
    for honour in found.honours:
        yield words(f"profile.honour.{honour.mark}", day=naming.day(honour.at))
    if any(found.puzzles):
        yield words("profile.puzzles", count=found.puzzles[0], first=found.puzzles[1])


def _outcomes(outcomes: Mapping[tuple[str, Side], Counter[Outcome]], words: Words) -> Iterator[str]:
    """A line for each of the rule sets that were played most."""
    by_rules = groupby(outcomes.items(), key=lambda each: each[0][0])
    for rules, sides in islice(by_rules, _SHOWN):
        family = naming.family(rules)
        counts = [
            words("profile.side", side=naming.side(family, side, words), **_counts(counted))
            for (_, side), counted in sides
        ]
        title = naming.title(rules, words)
        yield words("profile.rules", rules=title, sides=" · ".join(counts))


def _win(result: Result, words: Words) -> str:
    other, rating = naming.person(result.opponent), round(result.met or 0)
    return words("profile.win", other=other, rating=rating, number=result.match)


def _counts(counted: Mapping[Outcome, int]) -> dict[str, int]:
    return {each: counted.get(each, 0) for each in _HOWS}


def _families(found: Profile, words: Words) -> Iterator[Block]:
    """The way to the player's other families of games."""
    if len(found.families) < 2:  # noqa: PLR2004  else there is no other
        return
    buttons = list[Button]()
    for each in found.families:
        here = each is found.rating.family
        press = Press(Verb.PROFILE, number=found.player, of=each)
        style = Style.MAIN if here else Style.PLAIN
        buttons.append(Button(family_name(each, words), custom_ids.write(press), style, off=here))
    yield Buttons(tuple(buttons))


def _history(found: Profile, words: Words) -> Iterator[Block]:
    """The way to the games of the reader with the player; from their own profile, to all."""
    between = found.between
    if between and not between.listed():
        return
    press = Press(Verb.HISTORY, number=found.player if between else 0)
    yield Buttons((Button(words("games.past"), custom_ids.write(press)),))
