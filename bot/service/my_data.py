"""All that is stored about one person, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.service.honours import Honour
    from bot.service.model import Challenge, Instant, Person, Place, Player, Vacation
    from bot.service.puzzles import Attempt
    from bot.service.ratings import Rating, Seat
    from bot.service.refusals import Block
    from bot.service.standings import Title
    from games.core import Side
    from games.events import Event
    from games.pace import Pace


@dataclass(frozen=True, slots=True)
class Filed:
    """A match as its rows hold it, over or not, with all of its events; not folded."""

    id: int
    place: Place
    dark: Player
    light: Player
    pace: Pace
    challenge: int | None
    games: int
    first: int | None
    winner: Side | None
    reason: str | None  # None: it is not over
    turn: Side
    plan: str  # of the player who is not to move
    log: tuple[Event, ...] = ()
    level: int = 0  # of the engine; 0: two people play


@dataclass(frozen=True, slots=True)
class Dossier:
    """All that is stored about one person."""

    person: Person
    vacations: tuple[Vacation, ...] = ()
    challenges: tuple[Challenge, ...] = ()  # those they made, and those made to them
    matches: tuple[Filed, ...] = ()
    barred: tuple[int, ...] = ()  # the servers where they are barred
    blocked: tuple[Block, ...] = ()  # the people they have blocked
    erased: Instant | None = None  # when their data was last erased, if that is still noted
    ratings: tuple[Rating, ...] = ()
    results: tuple[Seat, ...] = ()  # what each game that counted did to their ratings
    honours: tuple[Honour, ...] = ()
    titles: tuple[Title, ...] = ()
    puzzles: tuple[Attempt, ...] = ()
