"""What the games of a pairing bring. Who did not begin has lost, perhaps both.

>>> from collections import namedtuple
>>> Ended = namedtuple("Ended", "dark light turn winner reason")
>>> game = Ended(1, 2, Side.LIGHT, None, Reason.NOT_BEGUN)
>>> late_in([game]), halves(game, late_in([game]))
(frozenset({2}), (2, 0))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from games.core import Reason, Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.tournament.standings import Entrant


class Game(Protocol):
    """A game between two entrants, as its match stands."""

    @property
    def dark(self) -> Entrant:
        """Who has the attackers."""
        ...

    @property
    def light(self) -> Entrant:
        """Who has the king's side."""
        ...

    @property
    def turn(self) -> Side:
        """Whose move is next, or was when it ended."""
        ...

    @property
    def winner(self) -> Side | None:
        """Who has won."""
        ...

    @property
    def reason(self) -> Reason | None:
        """Why it is over; None: it is not."""
        ...


def late_in(games: Iterable[Game]) -> frozenset[Entrant]:
    """Whose time ran out in games that had not begun."""
    return frozenset(on_turn(game) for game in games if game.reason is Reason.NOT_BEGUN)


def on_turn(game: Game) -> Entrant:
    """Whose move is next, or was when it ended."""
    return game.dark if game.turn is Side.DARK else game.light


def halves(game: Game, late: frozenset[Entrant]) -> tuple[int, int]:
    """The halves of a point that a game brings the two; it is over. `late`: of all their games.

    One that a moderator has stopped is worth half a point to each.
    """
    if game.reason is Reason.NOT_BEGUN:
        return 0 if game.dark in late else 2, 0 if game.light in late else 2
    if game.winner is None:
        return 1, 1
    return (2, 0) if game.winner is Side.DARK else (0, 2)
