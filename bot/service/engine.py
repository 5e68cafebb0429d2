"""The engine, as the use cases see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.model.people import Player
    from bot.model.servers import Place
    from games.core import Move
    from games.match import Match

T = TypeVar("T")

LEVELS = range(1, 9)  # of strength


class Thought(Protocol):
    """The engine's result for a position."""

    @property
    def line(self) -> Sequence[Move]:
        """The best moves for both sides, at least one."""
        ...

    @property
    def score(self) -> int:
        """The line's value for the side to move; beyond 90,000 that side has won."""
        ...


class Engine(Protocol):
    """Searches positions in the bot's games."""

    @property
    def size(self) -> int:
        """The number of searches at a time; 0: the host has turned the engine off."""
        ...

    async def think(self, match: Match, level: int, player: Player, place: Place) -> Thought:
        """Think about a match in progress; level 0: as well as the engine can in a short time.

        Raises EngineDown if it can't.
        """
        ...

    async def run(self, player: int, server: int, work: Callable[..., T], /, *args: object) -> T:
        """Do the work in an engine process when it is this person's turn; EngineDown as above."""
        ...


class EngineDown(Exception):
    """The engine can't think: it has no process, or all of them failed."""


class Opponent(Protocol):
    """The engine as an opponent, as the use cases see it."""

    @property
    def engine(self) -> Engine:
        """The engine that thinks."""
        ...

    def wake(self) -> None:
        """Look for matches that wait for the engine, since one was written."""
        ...

    async def advise(self, match: Match, player: Player, place: Place) -> Thought:
        """Think briefly about a position; refused while another search of this player runs."""
        ...

    async def answer(self, number: int) -> None:
        """Wait until the bot has moved, if it must; raise EngineDown if the engine can't think."""
        ...
