"""A sheet of a tournament: standings, a part of a bracket, or boards; as a picture and in words.

A form decides which sheets there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.people import FORMER
from bot.ui.pages import naming
from bot.ui.pages.page import Picture, Text

if TYPE_CHECKING:
    from bot.features.tournaments.form import Sheet, State
    from bot.model.people import Player
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.reader import Reader

NAMES = 16  # on a sheet
_PICTURE = "tournament.png"


def players_on(state: State, sheet: Sheet) -> list[Player]:
    """Return the players named on a sheet."""
    players = map(state.player, sorted(sheet.seats(state)))
    return [player for player in players if player != FORMER]


def blocks(state: State, sheet: Sheet, reader: Reader, names: DrawnNames) -> tuple[Picture, Text]:
    """Return a sheet as a picture and in words."""
    words = reader.words
    text = "\n".join(sheet.lines(state, reader)) or words("tournament.not-known")
    said = naming.unmarked(state.form.standing(state, words)).replace("*", "")
    alt = words("tournament.alt", tournament=state.title(words), standing=said)
    drawn = sheet.drawn(state, reader, names)
    return Picture(_PICTURE, drawn, alt, "", reader.show, reader.theme), Text(text)
