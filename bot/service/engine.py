"""The engine, as the use cases know it."""

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
    """What the engine thinks of a position."""

    @property
    def line(self) -> Sequence[Move]:
        """The best moves for both sides, one at least."""
        ...

    @property
    def score(self) -> int:
        """The line's value for the side to move; beyond 90,000 that side has won."""
        ...


class Engine(Protocol):
    """What thinks for the bot when it plays."""

    @property
    def size(self) -> int:
        """How many searches it makes at a time; 0: the host wants none."""
        ...

    async def think(self, match: Match, level: int, player: Player, place: Place) -> Thought:
        """Think about a match in progress; level 0: as well as the engine can in a short time.

        Raises EngineDown if it can't.
        """
        ...

    async def run(self, player: int, server: int, work: Callable[..., T], /, *args: object) -> T:
        """Do the work in one of its processes, in this person's turn; EngineDown as above."""
        ...


class EngineDown(Exception):
    """The engine cannot think: there is no process for it, or none could do it."""


class Opponent(Protocol):
    """The engine as it plays for the bot, as far as use cases know it."""

    @property
    def engine(self) -> Engine:
        """The engine that thinks."""
        ...

    def wake(self) -> None:
        """A match was written that may wait for the engine."""
        ...

    async def advise(self, match: Match, player: Player, place: Place) -> Thought:
        """Think briefly about a position; refused while another search of this player runs."""
        ...

    async def answer(self, number: int) -> None:
        """Wait until the bot has moved, if it must; EngineDown if the engine cannot think."""
        ...
