"""Everything stored about one person, as values and as written to a file for them.

Invariant: numbers of accounts and messages are text, since many programs round such large numbers.
Of other people the file only says that they played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bot.model.people import CHANNEL, ENGINE, FORMER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.model.challenges import Challenge
    from bot.model.moderation import LogEntry
    from bot.model.people import Block, Person, Player
    from bot.model.servers import Place
    from bot.model.times import Instant, Vacation
    from games.core import Side
    from games.events import Event
    from games.pace import Pace

_KNOWN = {FORMER: "0", ENGINE: "Konakis", CHANNEL: "channel"}


@dataclass(frozen=True, slots=True)
class Filed:
    """A match with all of its events, not replayed; over or in progress."""

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
    log: tuple[Event, ...] = ()
    level: int = 0  # of the engine; 0: two people play
    forgotten: bool = False  # its moves are no longer stored
    dark_partner: Player | None = None  # where two play a side, in turn
    light_partner: Player | None = None


@dataclass(frozen=True, slots=True)
class Dossier:
    """Everything stored about one person."""

    person: Person
    vacations: tuple[Vacation, ...] = ()
    challenges: tuple[Challenge, ...] = ()  # made by them, and made to them
    matches: tuple[Filed, ...] = ()
    barred: tuple[int, ...] = ()  # the servers where they are barred
    blocked: tuple[Block, ...] = ()  # the people they have blocked
    moderation: tuple[LogEntry, ...] = ()  # actions by them, and actions on them or their games
    erased: Instant | None = None  # when their data was last erased, if that is still noted
    # Data of features, by names that the catalogues explain; JSON, as in the file.
    features: Mapping[str, Sequence[Any]] = field(default_factory=dict[str, "Sequence[Any]"])


def player_text(player: Player | None, you: Player) -> str | None:
    """Return the text that stands for a person in the file of `you`."""
    if player == you:
        return "you"
    return None if player is None else _KNOWN.get(player, str(player))


def number_text(number: int | None) -> str | None:
    """Return the text of an account's, server's or message's number."""
    return None if number is None else str(number)


def moment_text(at: Instant) -> str:
    """Return the text of a moment."""
    return datetime.fromtimestamp(at, UTC).isoformat().replace("+00:00", "Z")
