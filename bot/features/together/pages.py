"""The pages of 2v2: the form of a new game, its announcement, a line in lists."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.features.together.model import A_SIDE, ALL, Results, Status
from bot.model.joinable import DAYS
from bot.ui.buttons import Press, RuleSet, Small
from bot.ui.pages import naming
from bot.ui.pages.hub import HubPart, linked_to_announcement
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text, done_page, in_rows
from bot.ui.pages.parts import OpenGame
from bot.ui.pages.result import headline
from bot.ui.pages.settings import menu
from games import catalogue
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.together.model import Foursome, Lobby, Seat
    from bot.model.matches import Record
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_LOT = "lot"


class NewFoursome(Press, verb="four-new"):
    """Set up a new game."""


class Setting(StrEnum):
    """A setting of a new game."""

    RULES = "rules"
    PACE = "pace"
    SIDE = "side"


class _Asked(Press):
    """The settings of a new game."""

    rules: RuleSet
    days: Small
    side: Side | None = None  # the maker's; None: all seats are random


class ChangeFoursome(_Asked, verb="four-set"):
    """Change one setting to the menu's choice."""

    setting: Setting = Setting.RULES


class AskForFour(_Asked, verb="four-ask"):
    """Post the new game's announcement, so that people can join."""


class OfFoursome(Press):
    """A press about a game of four that people can join."""

    foursome: int


class JoinFoursome(OfFoursome, verb="four-join"):
    """Take a seat on a side; without a side, a random seat."""

    side: Side | None = None


class LeaveFoursome(OfFoursome, verb="four-leave"):
    """Give up the seat."""


class ShowFoursome(OfFoursome, verb="four"):
    """Show the announcement to one person."""


class WithdrawFoursome(OfFoursome, verb="four-off"):
    """Cancel the game."""


class AnnounceFoursomeAgain(OfFoursome, verb="four-announce"):
    """Post the announcement again."""


class RematchOfFour(Press, verb="four-again"):
    """Ask the same four for another game with sides swapped."""

    match: int


# A new game


def new(asked: AskForFour, reader: Reader) -> Page:
    """Return the page on which a new game of four is set up."""
    words, family = reader.words, naming.family(asked.rules)
    named = dict.fromkeys((asked.rules, *catalogue.NAMES))  # the server's rules may have handicaps
    rules = [(name, naming.title(name, words)) for name in named]
    paces = [(str(days), naming.days_per_move(days, words)) for days in DAYS]
    sides = [(_LOT, words("together.lot"))]
    sides += [(side.value, naming.side(family, side, words)) for side in Side]
    return Page(
        (
            Text("\n".join((words("together.title"), words("together.how")))),
            *menu(_change(asked, Setting.RULES), words("hub.ask.rules"), rules, asked.rules),
            *menu(_change(asked, Setting.PACE), words("hub.ask.pace"), paces, str(asked.days)),
            *menu(_change(asked, Setting.SIDE), words("together.side"), sides, asked.side or _LOT),
            Buttons((Button(words("together.ask"), asked, Style.GOOD),)),
        ),
        Accent.OPEN,
    )


def _change(asked: AskForFour, setting: Setting) -> ChangeFoursome:
    return ChangeFoursome(asked.rules, asked.days, asked.side, setting)


def changed(press: ChangeFoursome, value: str) -> AskForFour:
    """Return a new game's settings after a menu was used; unknown values change nothing."""
    asked = AskForFour(press.rules, press.days, press.side)
    match press.setting:
        case Setting.RULES if value in catalogue.NAMES:
            return replace(asked, rules=value)
        case Setting.PACE if value in map(str, DAYS):
            return replace(asked, days=int(value))
        case Setting.SIDE if value in (_LOT, *Side):
            return replace(asked, side=None if value == _LOT else Side(value))
        case _:
            return asked


# The announcement


def announcement(lobby: Lobby, reader: Reader, game: Record | None = None) -> Page:
    """Return the message that everybody sees, edited as people join and as the game goes on.

    `game`: the match, once started.
    """
    words, foursome = reader.words, lobby.foursome
    buttons: tuple[Button, ...] = ()
    if foursome.status is Status.OPEN:
        leave = Button(words("hub.leave"), LeaveFoursome(foursome.id))
        buttons = (*_joining(lobby, words), leave)
    elif foursome.match is not None:
        label = naming.capitalised(words("hub.game", number=foursome.match))
        buttons = (Button(label, OpenGame(foursome.match)),)
    return Page(
        (Text("\n".join(_lines(lobby, game, words))), *in_rows(buttons)),
        Accent.OPEN if foursome.status is Status.OPEN else Accent.QUIET,
        pings=lobby.called if foursome.status is Status.OPEN else (),
    )


def _joining(lobby: Lobby, words: Words) -> Iterator[Button]:
    """Yield the buttons to join: one for any side, or one for each."""
    foursome = lobby.foursome
    if foursome.by_lot:
        yield Button(words("together.join-any"), JoinFoursome(foursome.id), Style.MAIN)
        return
    for side in Side:
        name = naming.side(naming.family(foursome.rules), side, words)
        press = JoinFoursome(foursome.id, side)
        yield Button(words("together.join", side=name), press, Style.MAIN)


def _lines(lobby: Lobby, game: Record | None, words: Words) -> Iterator[str]:
    """Yield the text of a foursome's announcement: its state, and who has which seat."""
    foursome = lobby.foursome
    yield words("together.title")
    yield f"-# {facts(foursome, words)}"
    if game and game.match.verdict:
        yield headline(game, words)
        return
    yield words("together.about")
    yield from _seated(lobby, words)
    match foursome.status:
        case Status.OPEN:
            day = f"<t:{foursome.closes}:f>"
            yield words("hub.open", when=naming.when(foursome.closes, words), day=day)
        case Status.BEGUN:
            yield words("together.begun")
        case status:
            yield words(f"together.{status}")


def facts(foursome: Foursome, words: Words) -> str:
    """Return a foursome's rules, pace and other facts in a line."""
    parts = (
        naming.title(foursome.rules, words),
        naming.pace(foursome.pace, words),
        words("hub.friendly"),
    )
    return " · ".join(parts)


def _seated(lobby: Lobby, words: Words) -> Iterator[str]:
    """Yield the seats with their players, and the free seats."""
    foursome = lobby.foursome
    if foursome.by_lot and foursome.status is not Status.BEGUN:
        yield words("together.by-lot")
        yield words("together.players", people=_people(lobby.seats, ALL, words))
        return
    for side in Side:
        name = naming.side(naming.family(foursome.rules), side, words)
        people = _people(lobby.of(side), A_SIDE, words)
        yield words("together.team", side=name, people=people)


def _people(seats: Sequence[Seat], size: int, words: Words) -> str:
    """Return the names on these seats: joined, kept for somebody, or free."""
    names = [
        naming.person(seat.player)
        if seat.joined is not None
        else words("together.kept", player=naming.person(seat.player))
        for seat in seats
    ]
    return ", ".join([*names, *[words("together.free")] * (size - len(names))])


def own(lobby: Lobby, reader: Reader, game: Record | None, *, may_manage: bool) -> Page:
    """Return a foursome's announcement for one person, with the buttons to manage it."""
    words, foursome, page = reader.words, lobby.foursome, announcement(lobby, reader, game)
    buttons: list[Button] = []
    if may_manage and foursome.status is Status.OPEN:
        buttons.append(Button(words("hub.post-card"), AnnounceFoursomeAgain(foursome.id)))
        withdraw = Button(words("challenge.withdraw"), WithdrawFoursome(foursome.id), Style.GRAVE)
        buttons.append(withdraw)
    return replace(page, blocks=(*page.blocks, *in_rows(buttons)), pings=())


def done(key: str, lobby: Lobby, words: Words) -> Page:
    """Say what was done, with a button to the announcement or to the game that has started."""
    foursome = lobby.foursome
    if foursome.match is not None:
        game = naming.capitalised(words("hub.game", number=foursome.match))
        return done_page(words("together.done.begun"), (Button(game, OpenGame(foursome.match)),))
    show = Button(words("hub.show"), ShowFoursome(foursome.id))
    return done_page(words(f"together.done.{key}"), (show,))


# Elsewhere


def title(foursome: Foursome, words: Words) -> str:
    """Return a foursome's title among several."""
    return naming.brief(foursome.rules, words)


def hub(lobbies: Sequence[Lobby], words: Words, *, may_begin: bool) -> HubPart:
    """Return the foursomes that people can join here, and the button to start another."""
    foursomes = [lobby.foursome for lobby in lobbies]
    return HubPart(
        here=[line(lobby, words) for lobby in lobbies],
        ways=[(title(foursome, words), ShowFoursome(foursome.id)) for foursome in foursomes],
        rarer=[Button(words("together.new"), NewFoursome())] if may_begin else (),
    )


def line(lobby: Lobby, words: Words, *, link: bool = False) -> str:
    """Return a foursome that people can join as a line; `link`: with a link to its announcement."""
    foursome = lobby.foursome
    name = (
        linked_to_announcement(foursome, words("together.name")) if link else title(foursome, words)
    )
    return words(
        "together.hub-line",
        name=name,
        count=lobby.taken,
        size=ALL,
        when=naming.when(foursome.closes, words),
    )


def profile(results: Results, words: Words) -> Iterator[str]:
    """Yield the results of a person's games of four, if there were any."""
    if results != Results():
        yield words("together.profile", won=results.won, drawn=results.drawn, lost=results.lost)


def rematch_button(match: int, words: Words) -> Button:
    """Return *Rematch*, under a finished game of four."""
    return Button(words("result.rematch"), RematchOfFour(match), Style.MAIN)
