"""The points that games bring to a pairing.

Invariant: a game's points depend on that game only, so a result that was announced stands whatever
happens in the pairing's other games.

>>> from collections import namedtuple
>>> Ended = namedtuple("Ended", "dark light turn winner reason")
>>> game = Ended(1, 2, Side.LIGHT, None, Reason.NOT_BEGUN)
>>> late_in([game]), halves(game)
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


def winner(game: Game) -> Side | None:
    """The side that gets the whole point of a finished game: also the other's if one forfeits."""
    return game.turn.other if game.reason is Reason.NOT_BEGUN else game.winner


def halves(game: Game) -> tuple[int, int]:
    """Half-points of a finished game for dark and light.

    A game stopped by a moderator gives each half a point.
    """
    return {None: (1, 1), Side.DARK: (2, 0), Side.LIGHT: (0, 2)}[winner(game)]
