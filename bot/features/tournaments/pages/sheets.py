"""A sheet of a tournament: standings, a part of a bracket, or boards; as a picture or in words.

A form decides which sheets there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.people import FORMER
from bot.ui.pages import naming
from bot.ui.pages.page import Picture, Text
from render.bracket import Bracket
from render.points import Points
from render.versus import Versus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.features.tournaments.form import Sheet, State
    from bot.features.tournaments.outcome import PairingOutcome
    from bot.model.people import Player
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.tournament.standings import Entrant
    from render.bracket import Place

NAMES = 16  # on a sheet
_PICTURE = "tournament.png"
_DASH = "\N{EN DASH}"


def players_on(state: State, sheet: Sheet) -> list[Player]:
    """Return the players named on a sheet."""
    players = map(state.player, sorted(sheet.seats(state)))
    return [player for player in players if player != FORMER]


def picture(state: State, sheet: Sheet, reader: Reader, names: DrawnNames) -> Picture:
    """Return a sheet as a picture, whose alternative text says the same."""
    drawn = sheet.drawn(state, reader, names)
    title, said = state.title(reader.words), state.form.standing(state, reader.words)
    told = "; ".join(_spoken(drawn))
    alt = naming.unmarked(f"{title}, {said}: {told}").replace("*", "")
    return Picture(_PICTURE, drawn, alt, "", reader.show, reader.theme)


def in_words(state: State, sheet: Sheet, reader: Reader) -> Text:
    """Return a sheet in words."""
    lines = [*sheet.lines(state, reader)] or [reader.words("tournament.not-known")]
    return Text("\n".join((*lines, *free_points(state, reader.words))))


def free_points(state: State, words: Words) -> Iterator[str]:
    """Yield an explanation of the plus sign, if there is one."""
    if any(decided.free(seat) for decided in state.decided.values() for seat in state.entry):
        yield words("tournament.free")


def points(decided: PairingOutcome, seat: Entrant) -> str:
    """Return a player's points in a pairing; a plus sign says that they needed no game."""
    return naming.halves(decided.halves(seat)) + ("+" if decided.free(seat) else "")


def _spoken(drawn: Points | Bracket | Versus) -> Iterator[str]:
    """Yield the lines of a picture in plain text."""
    match drawn:
        case Points():
            for table in drawn.tables:
                if table.title:
                    yield table.title
                for line in table.lines:
                    score, _, total = line.cells
                    yield f"{line.place}. {line.name or line.username} {total} ({score})"
        case Bracket():
            for head, ties in zip(drawn.heads, drawn.rounds, strict=True):
                yield head
                yield from (_pair(tie.first, tie.second) for tie in ties if tie)
        case Versus():
            for board in drawn.boards:
                red, blue = board.red or board.usernames[0], board.blue or board.usernames[1]
                score = f"{board.red_points}{_DASH}{board.blue_points}"
                yield f"{board.number}. {red} {score} {blue}"


def _pair(first: Place, second: Place) -> str:
    """Return two places of a bracket in plain text."""
    one, other = (place.name or place.username or place.number or "?" for place in (first, second))
    score = f"{first.score}{_DASH}{second.score}" if first.score else _DASH
    return f"{one} {score} {other}"
