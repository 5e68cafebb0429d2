"""The pages of games with partners: the form of a new game, its announcement, a line in lists."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.features.together.model import A_SIDE, Results, Status
from bot.model.joinable import DAYS
from bot.model.people import ENGINE
from bot.service.engine import LEVELS
from bot.ui.buttons import Press, RuleSet, Small
from bot.ui.pages import naming
from bot.ui.pages.hub import HubPart, linked_to_announcement
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text, done_page, in_rows
from bot.ui.pages.parts import OpenGame, level_note
from bot.ui.pages.result import headline
from bot.ui.pages.settings import menu
from games import catalogue
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.together.model import Foursome, Lobby, Seat
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_LOT, _OTHERS = "lot", 0  # in the place of a side, and of the engine's level


class NewFoursome(Press, verb="four-new"):
    """Set up a new game, perhaps with this partner."""

    invited: int | None = None


class Setting(StrEnum):
    """A setting of a new game."""

    AGAINST = "against"
    RULES = "rules"
    PACE = "pace"
    SIDE = "side"


class _Asked(Press):
    """The settings of a new game."""

    rules: RuleSet
    days: Small
    side: Side | None = None  # the maker's; None: all seats are random
    level: Small = 0  # of the engine, if it plays the other side
    invited: int | None = None  # the partner who is asked


class ChangeFoursome(_Asked, verb="four-set"):
    """Change one setting to the menu's choice."""

    setting: Setting = Setting.RULES


class AskForFour(_Asked, verb="four-ask"):
    """Post the new game's announcement, so that people can join."""


class OfFoursome(Press):
    """A press about a game with partners that people can join."""

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
    """Ask the same people for another game with sides swapped."""

    match: int


# A new game


def new(asked: AskForFour, reader: Reader, *, plays: bool) -> Page:
    """Return the page on which a new game is set up; `plays`: whether the engine can play."""
    words, family = reader.words, naming.family(asked.rules)
    named = dict.fromkeys((asked.rules, *catalogue.NAMES))  # the server's rules may have handicaps
    rules = [(name, naming.title(name, words)) for name in named]
    paces = [(str(days), naming.days_per_move(days, words)) for days in DAYS]
    sides = [(_LOT, words("together.lot"))]
    sides += [(side.value, naming.side(family, side, words)) for side in Side]
    kind = "two" if asked.level else "four"
    how = words("together.title"), *_invitation(asked, words), words(f"together.how.{kind}")
    me = words("person.engine")
    against = [
        (str(level), f"{me} \N{MIDDLE DOT} {words(f'choice.level.{level}')}") for level in LEVELS
    ]
    against.append((str(_OTHERS), words("together.others")))
    opponents = menu(
        _change(asked, Setting.AGAINST), words("together.against"), against, str(asked.level)
    )
    return Page(
        (
            Text("\n".join(how)),
            *(opponents if plays else ()),
            *menu(_change(asked, Setting.RULES), words("hub.ask.rules"), rules, asked.rules),
            *menu(_change(asked, Setting.PACE), words("hub.ask.pace"), paces, str(asked.days)),
            *menu(
                _change(asked, Setting.SIDE),
                words(f"together.side.{kind}"),
                sides,
                asked.side or _LOT,
            ),
            Buttons((Button(words(f"together.ask.{_asks(asked)}"), asked, Style.GOOD),)),
        ),
        Accent.OPEN,
    )


def _invitation(asked: AskForFour, words: Words) -> Iterator[str]:
    """Name the partner who is asked, if one is."""
    if asked.invited is not None:
        yield words("together.invited", player=naming.person(asked.invited))


def _asks(asked: AskForFour) -> str:
    """Return whom the button asks: the partner who is named, a partner, or players."""
    if asked.level:
        return "them" if asked.invited else "partner"
    return "players"


def _change(asked: AskForFour, setting: Setting) -> ChangeFoursome:
    return ChangeFoursome(asked.rules, asked.days, asked.side, asked.level, asked.invited, setting)


def changed(press: ChangeFoursome, value: str) -> AskForFour:
    """Return a new game's settings after a menu was used; unknown values change nothing."""
    asked = AskForFour(press.rules, press.days, press.side, press.level, press.invited)
    match press.setting:
        case Setting.AGAINST if value in map(str, (_OTHERS, *LEVELS)):
            return replace(asked, level=int(value))
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
    if foursome.by_lot or foursome.level:
        press = JoinFoursome(foursome.id, foursome.side)
        yield Button(words("together.join-any"), press, Style.MAIN)
        return
    for side in Side:
        name = naming.side(naming.family(foursome.rules), side, words)
        press = JoinFoursome(foursome.id, side)
        yield Button(words("together.join", side=name), press, Style.MAIN)


def _lines(lobby: Lobby, game: Record | None, words: Words) -> Iterator[str]:
    """Yield the text of a foursome's announcement: its state, and who has which seat."""
    foursome = lobby.foursome
    yield words("together.title-two" if foursome.level else "together.title-four")
    yield f"-# {facts(foursome, words)}"
    if game and game.match.verdict:
        yield headline(game, words)
        return
    yield words("together.about.two" if foursome.level else "together.about.four")
    yield from _seated(lobby, words)
    match foursome.status:
        case Status.OPEN:
            day = f"<t:{foursome.closes}:f>"
            yield words("hub.open", when=naming.when(foursome.closes, words), day=day)
        case Status.BEGUN:
            yield words("together.begun")
        case Status.CLOSED:
            yield words("together.closed")
        case Status.WITHDRAWN:
            yield words("together.withdrawn")


def facts(foursome: Foursome, words: Words) -> str:
    """Return a foursome's rules, pace and other facts in a line."""
    parts = (
        naming.title(foursome.rules, words),
        *level_note(foursome.level, words),
        naming.pace(foursome.pace, words),
        words("hub.friendly"),
    )
    return " · ".join(parts)


def _seated(lobby: Lobby, words: Words) -> Iterator[str]:
    """Yield the seats with their players, and the free seats."""
    foursome = lobby.foursome
    if foursome.by_lot and foursome.status is not Status.BEGUN:
        yield words("together.by-lot.two" if foursome.level else "together.by-lot.four")
        yield words("together.players", people=_people(lobby.seats, foursome.size, words))
        return
    engines = None
    if foursome.level:
        engines = Side.LIGHT if lobby.of(Side.DARK) or foursome.side is Side.DARK else Side.DARK
    for side in Side:
        name = naming.side(naming.family(foursome.rules), side, words)
        people = naming.person(ENGINE)
        if side is not engines:
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
        kind = "two" if foursome.level else "four"
        return done_page(
            words(f"together.done.begun.{kind}"), (Button(game, OpenGame(foursome.match)),)
        )
    show = Button(words("hub.show"), ShowFoursome(foursome.id))
    return done_page(words(f"together.done.{key}"), (show,))


# Elsewhere


def title(foursome: Foursome, words: Words) -> str:
    """Return a foursome's title among several."""
    rules = naming.brief(foursome.rules, words)
    return " · ".join((rules, *level_note(foursome.level, words)))


def hub(lobbies: Sequence[Lobby], words: Words, *, may_begin: bool) -> HubPart:
    """Return the foursomes that people can join here, and the button to start another."""
    foursomes = [lobby.foursome for lobby in lobbies]
    return HubPart(
        here=[line(lobby, words) for lobby in lobbies],
        ways=[(title(foursome, words), ShowFoursome(foursome.id)) for foursome in foursomes],
        rarer=[new_button(words)] if may_begin else (),
    )


def line(lobby: Lobby, words: Words, *, link: bool = False) -> str:
    """Return a foursome that people can join as a line; `link`: with a link to its announcement."""
    foursome = lobby.foursome
    kind = words("together.name-two" if foursome.level else "together.name-four")
    name = linked_to_announcement(foursome, kind) if link else title(foursome, words)
    return words(
        "together.hub-line",
        name=name,
        count=lobby.taken,
        size=foursome.size,
        when=naming.when(foursome.closes, words),
    )


def profile(four: Results, two: Results, words: Words) -> Iterator[str]:
    """Yield the results of a person's games of four, and of two against the engine, if any."""
    for kind, results in (("four", four), ("two", two)):
        if results != Results():
            counts = {"won": results.won, "drawn": results.drawn, "lost": results.lost}
            yield words(f"together.profile.{kind}", **counts)


def new_button(words: Words, invited: Player | None = None) -> Button:
    """Return *Play together*, perhaps with this partner."""
    return Button(words("together.new"), NewFoursome(invited))


def rematch_button(match: int, words: Words) -> Button:
    """Return *Rematch*, under a finished game with partners."""
    return Button(words("result.rematch"), RematchOfFour(match), Style.MAIN)
