"""Level pairings of a knockout: what both players can still do, and until when."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages.page import Button, Style, done_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Pairing
    from bot.model.people import Player
    from bot.ui.pages.page import Page
    from bot.ui.words import Words

_MOST = 5  # level pairings named in an announcement


class AskForMore(Press, verb="tournament-more"):
    """Ask for one more game in the user's level pairing."""

    tournament: int


def line(state: State, pairing: Pairing, words: Words, *, named: bool = True) -> str:
    """Say that a pairing is level, what both players can do, and who goes through otherwise.

    `named`: with both players' names, which a line above may have said.
    """
    one, other = sorted(pairing.seats)
    return words(
        "tournament.level" if named else "tournament.level-here",
        one=naming.person(state.player(one)),
        other=naming.person(state.player(other)),
        day=f"<t:{state.level[pairing.key]}:f>",
        player=naming.person(state.player(state.higher_seed(pairing))),
    )


def lines(state: State, words: Words) -> Iterator[str]:
    """Yield a line for each level pairing, up to a few."""
    level = (pairing for pairing in state.pairings if pairing.key in state.level)
    yield from (line(state, pairing, words) for pairing in islice(level, _MOST))


def buttons(state: State, words: Words) -> tuple[Button, ...]:
    """Return the button by which both players of a level pairing ask for one more game."""
    if not state.level or not state.tournament.is_live:
        return ()
    return (Button(words("tournament.one-more"), AskForMore(state.tournament.id), Style.MAIN),)


def asked(state: State, player: Player, words: Words) -> Page:
    """Say that the user asked for one more game, or that it has started."""
    seat = state.seat_of(player)
    waits = any(pairing.key in state.level and seat in pairing.seats for pairing in state.pairings)
    return done_page(words(f"tournament.one-more-{'asked' if waits else 'starts'}"), ())
