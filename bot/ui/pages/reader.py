"""The reader of a page: their language, their side of the board, pictures or text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.ui.pages.naming import family_of
from bot.ui.pages.page import Show
from bot.ui.words import words_of
from games.core import Side

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.people import Person, Player
    from bot.ui.words import Words
    from games.core import Game

SEATS = {"dark": Side.DARK, "light": Side.LIGHT}


@dataclass(frozen=True, slots=True)
class Reader:
    """One person reading in private, or all readers of a channel."""

    words: Words
    player: Player | None = None  # None: a channel
    seat: str = "own"  # which side is near: own (as in the channel), mine, dark, light
    theme: str = ""
    picture: bool = True
    text: bool = False
    confirm: bool = False  # ask before a move is played
    coach: bool = False  # explain the first moves against the engine

    @property
    def show(self) -> Show:
        """The way boards are shown: picture, text or both; text if neither is chosen."""
        if not self.picture:
            return Show.TEXT
        return Show.BOTH if self.text else Show.PICTURE

    @property
    def later(self) -> Reader:
        """Return a reader for a message that stays unchanged and is read later."""
        return replace(self, words=self.words.dated)

    def near(self, record: Record) -> Side:
        """The side at the bottom, as the reader chose; if not, in private as in the channel.

        Tablut is never turned there. In Tabal the board faces the reader; in
        a channel, the player to move.
        """
        if self.seat in SEATS:
            return SEATS[self.seat]
        match = record.match
        side = None if self.player is None else record.team(self.player)
        if side and (self.seat == "mine" or family_of(match.game) == "tabal"):
            return side
        turns = family_of(match.game) == "tabal" and not match.verdict
        return match.turn if turns else usual(match.game)


def usual(game: Game) -> Side:
    """The side at the bottom of a board as it is written: Tablut's attackers, Tabal's Light."""
    return Side.LIGHT if family_of(game) == "tabal" else Side.DARK


def private(person: Person, locale: str) -> Reader:
    """For one person. Their own language setting wins over Discord's."""
    return Reader(
        words=words_of(person.locale or locale),
        player=person.id,
        seat=person.seat,
        theme=person.theme,
        picture=person.picture,
        text=person.text,
        confirm=person.confirm,
        coach=person.coach,
    )


def public(locale: str | None, *players: Person, theme: str = "") -> Reader:
    """For a channel: in its server's look, and with text as soon as one of the players needs it.

    The board is not recoloured from one message to the next.
    """
    return Reader(
        words=words_of(locale),
        theme=theme,
        picture=not players or any(player.picture for player in players),
        text=any(player.text for player in players),
    )
