"""A player's profile: ratings over time, best wins, achievements, score with the reader."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING

from bot.features.ratings.model import EVERYWHERE
from bot.features.ratings.pages.standings import ShowProfile, family_name, form, season_name
from bot.model.matches import Outcome
from bot.ui.pages import naming
from bot.ui.pages.history import ShowHistory
from bot.ui.pages.page import (
    NOTHING_MORE,
    Accent,
    Additions,
    Button,
    Buttons,
    Page,
    Picture,
    Style,
    Text,
    text_page,
)
from render.curve import Curve

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping

    from bot.features.ratings.profile import Profile
    from bot.features.ratings.standings import Result
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Side


_PICTURE = "ratings.png"
_STEP = 100  # points between two lines across the curve
_SHOWN = 6  # rule sets
_HOWS = (Outcome.WON, Outcome.DRAWN, Outcome.LOST)


def profile(
    profile: Profile, reader: Reader, now: Instant, additions: Additions = NOTHING_MORE
) -> Page:
    """Return the profile for the user who asked."""
    words = reader.words
    buttons = (*_history(profile, reader), *additions.buttons(words))
    return Page(
        blocks=(
            *_about(profile, reader, now, additions),
            *_families(profile, words),
            *([Buttons(buttons)] if buttons else []),
        ),
        accent=Accent.BOARD,
    )


def profile_for_all(profile: Profile, reader: Reader, now: Instant, additions: Additions) -> Page:
    """Return a profile as a channel sees it, with a button to the whole profile."""
    press = show_profile(profile)
    whole = Buttons((Button(reader.words("games.open"), press),))
    return Page((*_about(profile, reader, now, additions), whole), Accent.BOARD)


def show_profile(profile: Profile) -> ShowProfile:
    """Return the press that opens a profile."""
    return ShowProfile(profile.player, profile.rating.family)


def _about(profile: Profile, reader: Reader, now: Instant, additions: Additions) -> Iterator[Block]:
    words = reader.words
    yield Text("\n".join(_heading(profile, words, now)))
    yield from _picture(profile, reader)
    yield from _text(_details(profile, words, additions.lines(words)))


def _text(lines: Iterable[str]) -> Iterator[Text]:
    """Yield the lines as one text, if there are any."""
    if text := "\n".join(lines):
        yield Text(text)


def none(player: Player, reader: Reader, additions: Additions = NOTHING_MORE) -> Page:
    """Return the answer without a rating; in the reader's own profile, with other achievements."""
    words = reader.words
    if player != reader.player:
        return text_page(words("profile.none", player=naming.person(player)))
    achieved = tuple(additions.lines(words))
    title, rating = words("profile.button"), words("profile.none-own")
    told = (f"**{title}**", *achieved, f"-# {rating}")
    past = Buttons((Button(words("games.past"), ShowHistory()),))
    return Page((Text("\n".join(told)), *([past] if achieved else [])), Accent.BOARD)


def _heading(profile: Profile, words: Words, now: Instant) -> Iterator[str]:
    """Yield the player, the rating, the totals, and the score with the reader."""
    rating = profile.rating
    where = "profile.everywhere" if rating.guild == EVERYWHERE else "profile.here"
    family = family_name(rating.family, words)
    yield words(where, player=naming.person(profile.player), family=family)
    yield words(
        "profile.rating",
        rating=round(rating.strength.rating),
        sure=round(rating.now(now).deviation),
        games=words("ranks.games", count=rating.games),
        form=form(rating.form, words),
    )
    counts = {"won": rating.won, "drawn": rating.drawn, "lost": rating.lost}
    yield words("history.score", **counts)
    if profile.between and profile.between.listed():
        between = {outcome: profile.between.of(outcome) for outcome in _HOWS}
        yield words("profile.between", other=naming.person(profile.player), **between)


def _picture(profile: Profile, reader: Reader) -> Iterator[Picture]:
    """Yield the rating over time, from two games on."""
    seats, words = profile.curve, reader.words
    if len(seats) < 2:  # noqa: PLR2004  a curve has two ends
        return
    values = [seats[0].before, *(seat.strength.rating for seat in seats)]
    low = (min(values) // _STEP) * _STEP
    high = (max(values) // _STEP + 1) * _STEP
    points = tuple(
        (number / (len(values) - 1), (value - low) / (high - low))
        for number, value in enumerate(values)
    )
    step = _STEP * max(1, round((high - low) / _STEP / 4))
    lines = range(int(low), int(high) + 1, int(step))
    guides = tuple(((rating - low) / (high - low), str(rating)) for rating in lines)
    count = words("profile.last", count=len(seats))
    top = (family_name(profile.rating.family, words), str(round(values[-1])))
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


def _details(profile: Profile, words: Words, more: Iterable[str]) -> Iterator[str]:
    """Yield a profile's results by rule set and side, and its achievements."""
    if profile.outcomes:
        yield "-# " + words("profile.sides")
        yield from _outcomes(profile.outcomes, words)
    if profile.best:
        yield words(
            "profile.best", wins=words.join([_win(result, words) for result in profile.best])
        )
    if profile.streak > 1:
        yield words("profile.streak", count=profile.streak)
    for title in profile.titles:
        yield words(
            "profile.title",
            place=title.place,
            season=season_name(title.season, words),
            family=family_name(title.family, words),
        )
    for honour in profile.honours:
        yield words(f"profile.honour.{honour.mark}", day=naming.day(honour.at))
    yield from more


def _outcomes(outcomes: Mapping[tuple[str, Side], Counter[Outcome]], words: Words) -> Iterator[str]:
    """Yield a line for each of the most played rule sets."""
    by_rules = groupby(outcomes.items(), key=lambda item: item[0][0])
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
    return {outcome: counted.get(outcome, 0) for outcome in _HOWS}


def _families(profile: Profile, words: Words) -> Iterator[Block]:
    """Yield the buttons to the player's other families of games."""
    if len(profile.families) < 2:  # noqa: PLR2004  with one, there is no other
        return
    buttons = list[Button]()
    for family in profile.families:
        here = family is profile.rating.family
        style = Style.MAIN if here else Style.PLAIN
        press = ShowProfile(profile.player, family)
        buttons.append(Button(family_name(family, words), press, style, off=here))
    yield Buttons(tuple(buttons))


def _history(profile: Profile, reader: Reader) -> Iterator[Button]:
    """Yield the button to the reader's games with the player, or to all in their own profile."""
    between = profile.between
    if between and not between.listed():
        return
    press = ShowHistory(None if profile.player == reader.player else profile.player)
    yield Button(reader.words("games.past"), press)
