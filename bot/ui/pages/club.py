"""The club of a server: what its people play together; and who may begin that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.matches import waits_for
from bot.ui.buttons import ChosenPress, Press
from bot.ui.components import LABEL, OPTIONS, cut
from bot.ui.pages import naming
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    Field,
    Menu,
    Option,
    Page,
    Style,
    Text,
    done_page,
    in_rows,
    text_page,
)
from bot.ui.pages.parts import OpenGame
from bot.ui.pages.server import ShowServer
from bot.ui.pages.settings import switch
from games.core import Reason, Side
from games.tournament import outcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from bot.model.club import Gathering
    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.model.servers import Guild
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.pace import Pace
    from games.tournament.outcomes import Game
    from games.tournament.standings import Entrant

ON, OFF = "on", "off"
_OPENED = 4  # games that have a button
_WAYS = 3  # buttons of a kind in the club: a message has room for 40 parts


class ShowClub(Press, verb="club"):
    """The club, for oneself."""


class ShowCupSettings(Press, verb="cups"):
    """Who may begin cups in a server; with a value, change that."""

    value: str = ""


def club(blocks: Sequence[Block], reader: Reader) -> Page:
    """The private hub, with what features have there."""
    return Page((Text(reader.words("club.title")), *blocks), Accent.BOARD)


def cups_button(words: Words) -> Button:
    """The button that leads from a server's settings to who may begin cups."""
    return Button(words("cups.button"), ShowCupSettings())


def settings(guild: Guild, reader: Reader) -> Page:
    """Who may begin cups and the like there."""
    words = reader.words
    values = [(OFF, words("cups.moderators")), (ON, words("cups.anyone"))]
    now = ON if guild.cups_for_all else OFF
    lines = (words("cups.title"), words("cups.how"), words(f"cups.now.{now}"))
    back = Buttons(
        (Button(words("server.button"), ShowServer()), Button(words("club.button"), ShowClub()))
    )
    return Page((Text("\n".join(lines)), switch(ShowCupSettings, values, now), back), Accent.BOARD)


# What pages of features have in common


def ways(named: Sequence[tuple[str, Press]], among: str, words: Words) -> Iterator[Block]:
    """The ways to these, by what they are called: buttons, or where those are many, a menu.

    `among`: of what, as the club has several.
    """
    if len(named) <= _WAYS:
        yield from in_rows([Button(cut(name, LABEL), press) for name, press in named])
        return
    options = (Option(name, press.custom_id) for name, press in named[:OPTIONS])
    yield Menu(ChosenPress(among), words("club.which"), tuple(options))


def days_field(name: str, days: Sequence[int], chosen: int, words: Words) -> Field:
    """The question of a form for a number of days: of the sign-up, or for a move."""
    key = "pace.days" if name == "pace" else "club.days"
    options = (
        Option(words(key, count=count), str(count), chosen=count == chosen) for count in days
    )
    return Field(name, words(f"club.ask.{name}"), tuple(options))


def answered(answers: Mapping[str, Sequence[str]], name: str, known: Collection[str]) -> str | None:
    """What a form's question was answered with; None where it was not, or with what none offers."""
    value = next(iter(answers.get(name, ())), None)
    return value if value in known else None


def game_link(number: int, player: Player, running: Mapping[int, Listing], words: Words) -> str:
    """A game under way, with the way to its board, and whether it waits for this player."""
    listing = running.get(number)
    text = linked_game(number, listing, words)
    mine = listing and waits_for(listing, player)
    return words("club.your-turn", game=text) if mine else text


def linked_game(number: int, listing: Listing | None, words: Words) -> str:
    """A game, with the way to its board where that is known."""
    text = words("club.game", number=number)
    if listing is None or listing.message is None:
        return text
    return f"[{text}]({naming.link(listing.place, listing.message)})"


def open_buttons(games: Sequence[int], words: Words) -> tuple[Button, ...]:
    """The ways to the first of these games."""
    return tuple(
        Button(naming.sentence(words("club.game", number=number)), OpenGame(number), Style.MAIN)
        for number in games[:_OPENED]
    )


def card_link(gathering: Gathering) -> str:
    """The way to its card; empty where it has none."""
    return naming.link(gathering.card_place, gathering.message) if gathering.message else ""


def to_card(gathering: Gathering, text: str) -> str:
    """A text with the way to its card, where it has one."""
    link = card_link(gathering)
    return f"[{text}]({link})" if link else text


def card_is_there(gathering: Gathering, words: Words) -> Page:
    """Where a card is, of which another was asked for."""
    return text_page(words("club.card-there", link=card_link(gathering)))


def card_is_posted(title: str, button: Button, words: Words) -> Page:
    """That it is posted again."""
    return done_page(words("club.posted", title=title), (button,))


def unfit(sentence: str, fill_in: Press, words: Words) -> Page:
    """Why what was filled in may not be so, with the way back to it."""
    return done_page(sentence, (Button(words("club.fill-in"), fill_in, Style.MAIN),))


def not_begun(
    game: Game, games: Sequence[Game], player: Callable[[Entrant], Player], words: Words
) -> Iterator[str]:
    """Who had not begun a game, and for whom it counts; nothing where it was played.

    `games`: all between those two, by which it is known whether the other was absent too.
    """
    if game.reason is not Reason.NOT_BEGUN:
        return
    late, other = outcomes.on_turn(game), game.light if game.turn is Side.DARK else game.dark
    if other in outcomes.late_in(games):
        yield words("club.neither-begun")
        return
    waits = any(one.reason is None and outcomes.on_turn(one) == other for one in games)
    names = {"player": naming.person(player(late)), "other": naming.person(player(other))}
    yield words("club.late" if waits else "club.not-begun", **names)


def joined(said: str, pace: Pace, words: Words) -> str:
    """The answer to who has joined; with the time for the first move, where that is shorter."""
    first = pace.fewer_first_days
    return said if first is None else " ".join((said, words("club.first-move", count=first)))


def sure(asked: str, yes: Button, no: Button) -> Page:
    """A question before what cannot be undone."""
    return Page((Text(asked), Buttons((yes, no))), Accent.STOP)
