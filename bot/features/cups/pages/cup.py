"""A cup as it stands: the card that all see, and the same for one person, with more to press."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.cups.course import next_date
from bot.features.cups.model import FEWEST, Form, Repeat, season_end
from bot.features.cups.pages import pairings, sheets
from bot.model.club import Status
from bot.model.people import FORMER
from bot.ui.buttons import Press, Small
from bot.ui.pages import naming
from bot.ui.pages.club import card_link, joined, sure
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    Page,
    Style,
    Text,
    clamped,
    done_page,
    in_rows,
    turning,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.features.cups.course import Course
    from bot.features.cups.model import Cup
    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class OfCup(Press):
    """What is asked for of a cup."""

    cup: int


class JoinCup(OfCup, verb="cup-join"):
    """Have a seat in it."""


class LeaveCup(OfCup, verb="cup-leave"):
    """Give the seat up; once it is played, that is asked first."""


class ConfirmLeaving(OfCup, verb="cup-leave-yes"):
    """Leave a cup that is played, and give up the games in it."""


class ComeBack(OfCup, verb="cup-back"):
    """Have games again, after absences."""


class ShowCup(OfCup, verb="cup"):
    """A sheet of it, for oneself."""

    sheet: Small = 0


class ShowRound(OfCup, verb="cup-round"):
    """Who meets whom now, for oneself; a sheet of it."""

    sheet: Small = 0


class ShowOwnGames(OfCup, verb="cup-games"):
    """One's own pairings in it."""


class BeginNow(OfCup, verb="cup-begin"):
    """End the sign-up now."""


class CallOff(OfCup, verb="cup-off"):
    """End it without a winner; that is asked first."""


class ConfirmCallingOff(OfCup, verb="cup-off-yes"):
    """Do so."""


class RepeatNoMore(OfCup, verb="cup-once"):
    """Do not open it again by itself."""


class PostCard(OfCup, verb="cup-card"):
    """Post its card anew."""


def card(course: Course, reader: Reader, names: DrawnNames) -> Page:
    """What all see, in the channel for news: one message, edited as the cup goes on."""
    words, cup = reader.words, course.cup
    body = _body(course, reader, names, 0)
    buttons: tuple[Button, ...] = ()
    if cup.takes_in:
        buttons = (Button(words("cup.join"), JoinCup(cup.id), Style.MAIN),)
    if cup.status is Status.OPEN:
        buttons = (*buttons, Button(words("club.leave"), LeaveCup(cup.id)))
    if course.pairings:
        own_games = Button(words("club.own-games"), ShowOwnGames(cup.id))
        buttons = (*buttons, table_button(cup, words), *round_button(course, words), own_games)
    accent = Accent.OPEN if cup.status is Status.OPEN else Accent.BOARD
    row = (Buttons(buttons),) if buttons else ()
    return Page((*body, *row), accent if cup.is_live else Accent.QUIET)


def table_button(cup: Cup, words: Words) -> Button:
    """The way to who stands where."""
    return Button(words("cup.table"), ShowCup(cup.id))


def round_button(course: Course, words: Words) -> tuple[Button, ...]:
    """The way to who meets whom now, while it is played."""
    if not course.pairings or not course.cup.is_live:
        return ()
    return (Button(words("cup.this-round"), ShowRound(course.cup.id)),)


def this_round(
    course: Course, running: Mapping[int, Listing], reader: Reader, sheet: int = 0
) -> Page:
    """Who meets whom now. `running`: the games of the cup that are under way, by number."""
    words, cup = reader.words, course.cup
    texts = pairings.texts(course, running, words)
    sheet = clamped(sheet, len(texts))
    so_far = _unless_below(_so_far(course, words), "\n".join(texts[sheet : sheet + 1]))
    head = "\n".join((f"### {sheets.title(course, words)}", *so_far))
    return Page(
        (
            Text(head),
            *(Text(text) for text in texts[sheet : sheet + 1]),
            *turning(sheet, max(1, len(texts)), words, partial(ShowRound, cup.id)),
            Buttons((table_button(cup, words),)),
        ),
        Accent.BOARD if cup.is_live else Accent.QUIET,
    )


def own(
    course: Course, reader: Reader, names: DrawnNames, sheet: int = 0, *, keeps_order: bool = False
) -> Page:
    """The same for one person: where they stand, and what they can do."""
    words, cup = reader.words, course.cup
    count = len(sheets.sheets(course)) if course.pairings else 1
    sheet, keeping = clamped(sheet, count), _keeping(course, words) if keeps_order else ()
    return Page(
        (
            *_body(course, reader, names, sheet),
            *turning(sheet, count, words, partial(ShowCup, cup.id)),
            *in_rows((*_own_buttons(course, reader), *keeping)),
        ),
        Accent.BOARD if cup.is_live else Accent.QUIET,
    )


def _body(course: Course, reader: Reader, names: DrawnNames, sheet: int) -> tuple[Block, ...]:
    """What it is, how far it is, and who stands where."""
    words, cup = reader.words, course.cup
    lines = [f"### {sheets.title(course, words)}", f"-# {facts(cup, words)}"]
    if not course.pairings:
        lines += _joined(course, words)
        return (Text("\n".join(lines)),)
    shown = sheets.sheets(course)[sheet]
    picture, told = sheets.blocks(course, shown, reader, names)
    lines += _unless_below(_so_far(course, words), told.text)
    return Text("\n".join(lines)), picture, told


def _unless_below(lines: Iterable[str], text: str) -> list[str]:
    """These, without those that the text below has as headings of its own."""
    below = text.splitlines()
    return [line for line in lines if line not in below]


def facts(cup: Cup, words: Words) -> str:
    """Form, rules, pace and what else is to be known before one joins, in a line."""
    rules = words.join([naming.title(name, words) for name in cup.rule_sets])
    parts = [
        words(f"cup.form.{cup.form}"),
        rules if len(cup.rule_sets) == 1 else words("cup.by-lot", rules=rules),
        naming.pace(cup.pace, words),
        words(f"club.games.{cup.games}"),
        words("club.rated" if cup.rated else "club.friendly"),
        *_again(cup, words),
    ]
    return " · ".join(parts)


def _again(cup: Cup, words: Words) -> Iterator[str]:
    """How often it is repeated; of a league that is known."""
    if cup.repeats is not Repeat.NEVER and cup.form is not Form.LEAGUE:
        yield words(f"cup.again.{cup.repeats}")


def _joined(course: Course, words: Words) -> Iterator[str]:
    """Until when one may join, and who is in it; or why it was called off."""
    cup, players = course.cup, [entry.player for entry in course.entries if not entry.left]
    if cup.status is Status.OPEN:
        league = cup.form is Form.LEAGUE
        if league:
            yield words("cup.about.league")
        yield words(
            "cup.begins" if league else "club.open",
            when=naming.when(cup.closes, words),
            day=f"<t:{cup.closes}:f>",
        )
    else:
        few = len(players) < FEWEST
        yield words("cup.too-few" if few else f"cup.status.{cup.status}", count=FEWEST)
    if players:
        people = ", ".join(naming.person(player) for player in players)
        yield words("cup.entrants", count=len(players), size=cup.size, people=people)
    elif cup.status is Status.OPEN:
        yield words("cup.nobody", size=cup.size)


def _so_far(course: Course, words: Words) -> Iterator[str]:
    """Who has won; or which round it is, and until when."""
    cup = course.cup
    if cup.status is Status.OVER:
        yield _won(course, words)
    elif cup.status is Status.CALLED_OFF:
        yield words("cup.status.called-off")
    else:
        yield _round(course, words)


def _won(course: Course, words: Words) -> str:
    """Who has won."""
    winners = course.winners
    if not winners:
        return words("cup.won-by-nobody")
    won = "cup.won-league" if course.cup.form is Form.LEAGUE else "cup.won"
    people = words.join([naming.person(player) for player in winners])
    return words(won, count=len(winners), player=people)


def result(course: Course, reader: Reader, pinged: tuple[Player, ...] = ()) -> Page:
    """Who has won it, or that it did not begin, told once. `pinged`: who is."""
    words = reader.words
    over = course.cup.status is Status.OVER
    told = [_won(course, words)] if over else _joined(course, words)
    lines = [f"### {sheets.title(course, words)}", *told]
    if link := card_link(course.cup):
        lines.append(words("club.to-card", link=link))
    return Page((Text("\n".join(lines)),), Accent.OVER if over else Accent.QUIET, pings=pinged)


def _round(course: Course, words: Words) -> str:
    """Which round it is; when the next begins at the latest, or the season ends, where known."""
    cup, now = course.cup, f"**{sheets.standing(course, words)}**"
    date = None if cup.form in {Form.KNOCKOUT, Form.SWISS} else next_date(course)
    if date is None:
        return now
    if cup.form is Form.LEAGUE and date >= season_end(cup.began or 0):
        return words("cup.season-until", round=now, day=naming.day(date))
    return words("cup.until", round=now, day=naming.day(date))


def _own_buttons(course: Course, reader: Reader) -> Iterator[Button]:
    """What an entrant may do, or one who may become one."""
    words, cup = reader.words, course.cup
    seat = None if reader.player in {None, FORMER} else course.seat_of(reader.player or 0)
    entry = None if seat is None else course.entry[seat]
    if cup.takes_in and (entry is None or entry.left is not None):
        yield Button(words("cup.join"), JoinCup(cup.id), Style.MAIN)
    yield from round_button(course, words)
    if entry is None:
        return
    if course.pairings:
        yield Button(words("club.own-games"), ShowOwnGames(cup.id))
    if not cup.is_live:
        return
    if course.rests(entry.seat):
        yield Button(words("cup.back"), ComeBack(cup.id), Style.MAIN)
    if course.may_leave(entry.seat):
        yield Button(words("club.leave"), LeaveCup(cup.id))


def _keeping(course: Course, words: Words) -> Iterator[Button]:
    """What its maker and moderators may do."""
    cup = course.cup
    if cup.status is Status.OPEN and len(course.present) >= FEWEST:
        yield Button(words("club.begin-now"), BeginNow(cup.id))
    yield Button(words("club.post-card"), PostCard(cup.id))
    if cup.is_live:
        yield Button(words("club.call-off"), CallOff(cup.id))
    if cup.repeats is not Repeat.NEVER:
        yield Button(words("cup.repeat-no-more"), RepeatNoMore(cup.id))


def leaving(course: Course, words: Words) -> Page:
    """The question before one leaves a cup that is played."""
    yes = Button(words("club.leave-yes"), ConfirmLeaving(course.cup.id), Style.GRAVE)
    return _sure("cup.leave-sure", yes, "club.stay", course, words)


def calling_off(course: Course, words: Words) -> Page:
    """The question before a cup is ended without a winner."""
    yes = Button(words("club.call-off"), ConfirmCallingOff(course.cup.id), Style.GRAVE)
    return _sure("cup.call-off-sure", yes, "club.go-on", course, words)


def _sure(question: str, yes: Button, no: str, course: Course, words: Words) -> Page:
    back = Button(words(no), ShowCup(course.cup.id))
    return sure(words(question, cup=sheets.title(course, words)), yes, back)


def done(key: str, course: Course, words: Words, *, blocked: bool = False) -> Page:
    """That it was done, with the way to the cup. `blocked`: the reader has blocked one in it."""
    cup, card_in = sheets.title(course, words), naming.channel(course.cup.card_in)
    sentence = words(f"cup.done.{key}", cup=cup, channel=card_in)
    if key == "joined":
        sentence = joined(sentence, course.cup.pace, words)
    if blocked:
        sentence += "\n" + words("club.blocked-in-it")
    return done_page(sentence, (Button(words("club.show"), ShowCup(course.cup.id)),))
