"""The points that games bring to a pairing. Players who forfeit lose, perhaps both.

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
    """A game between two entrants, in its present state."""

    @property
    def dark(self) -> Entrant:
        """The entrant with the attackers."""
        ...

    @property
    def light(self) -> Entrant:
        """The entrant with the defenders."""
        ...

    @property
    def turn(self) -> Side:
        """The side to move, or whose move was next when the game ended."""
        ...

    @property
    def winner(self) -> Side | None:
        """The winner, if any."""
        ...

    @property
    def reason(self) -> Reason | None:
        """The reason for the end; None while the game is on."""
        ...


def late_in(games: Iterable[Game]) -> frozenset[Entrant]:
    """Entrants who forfeited: their time ran out before the game got going."""
    return frozenset(on_turn(game) for game in games if game.reason is Reason.NOT_BEGUN)


def on_turn(game: Game) -> Entrant:
    """The entrant to move, or whose move was next when the game ended."""
    return game.dark if game.turn is Side.DARK else game.light


def halves(game: Game, late: frozenset[Entrant]) -> tuple[int, int]:
    """Half-points of a finished game for dark and light; `late` covers all games of the pairing.

    A game stopped by a moderator gives each half a point.
    """
    if game.reason is Reason.NOT_BEGUN:
        return 0 if game.dark in late else 2, 0 if game.light in late else 2
    if game.winner is None:
        return 1, 1
    return (2, 0) if game.winner is Side.DARK else (0, 2)
