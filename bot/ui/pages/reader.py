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
    """A person reading in private, or all readers of a channel."""

    words: Words
    player: Player | None = None  # None: a channel
    seat: str = "own"  # the side at the bottom: own (as in the channel), mine, dark, light
    theme: str = ""
    picture: bool = True
    text: bool = False
    confirm: bool = False  # ask before playing a move
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
        """Return the side at the bottom: the reader's choice, else as in the channel.

        Channels never flip Tablut. In Tabal, the reader's side is at the bottom or, in a channel,
        that of the player to move.
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
    """Return the side usually at the bottom: attackers in Tablut, Light in Tabal."""
    return Side.LIGHT if family_of(game) == "tabal" else Side.DARK


def private(person: Person, locale: str) -> Reader:
    """Return a person as a reader. Their language setting overrides Discord's locale."""
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
    """Return a channel as a reader: the server's theme, and text boards if a player needs them.

    The theme doesn't depend on the players, so boards don't change colours between messages.
    """
    return Reader(
        words=words_of(locale),
        theme=theme,
        picture=not players or any(player.picture for player in players),
        text=any(player.text for player in players),
    )
