"""For whom a page is made: his language, his side of the board, pictures or text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.ui.pages.page import Show
from bot.ui.words import words_of
from games.core import Side

if TYPE_CHECKING:
    from bot.service.values import Person, Player, Record
    from bot.ui.words import Words

SEATS = {"dark": Side.DARK, "light": Side.LIGHT}


@dataclass(frozen=True, slots=True)
class Reader:
    """One person who reads by himself, or everybody in a channel."""

    words: Words
    player: Player | None = None  # None: a channel
    seat: str = "own"  # which side is near: own, dark, light
    theme: str = ""
    picture: bool = True
    text: bool = False

    @property
    def show(self) -> Show:
        """How he wants boards; somebody who wants neither still gets the text."""
        if not self.picture:
            return Show.TEXT
        return Show.BOTH if self.text else Show.PICTURE

    def near(self, record: Record) -> Side:
        """The side that sits at the bottom: his own; in a channel, that of whoever is to move."""
        if self.seat in SEATS:
            return SEATS[self.seat]
        if self.player is None:
            return record.match.turn
        return record.side(self.player) or Side.LIGHT


def private(person: Person, locale: str) -> Reader:
    """For one person. His own setting of a language wins over what Discord says."""
    return Reader(
        words=words_of(person.locale or locale),
        player=person.id,
        seat=person.seat,
        theme=person.theme,
        picture=person.picture,
        text=person.text,
    )


def public(locale: str | None, mover: Person | None = None, other: Person | None = None) -> Reader:
    """For a channel, as the player to move likes it; text too as soon as one of them needs it."""
    players = [player for player in (mover, other) if player]
    return Reader(
        words=words_of(locale),
        seat=mover.seat if mover else "own",
        theme=mover.theme if mover else "",
        picture=not players or any(player.picture for player in players),
        text=any(player.text for player in players),
    )
