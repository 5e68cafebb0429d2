"""The forms of tournaments: one per file, whose `FORM` has everything special to it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from bot.features.tournaments.form import State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.features.tournaments.form import TournamentForm
    from bot.features.tournaments.model import Entry, Game, Pairing, Tournament
    from bot.model.people import Player

_FOUND: list[TournamentForm] = [
    import_module(f"{__name__}.{file.name}").FORM for file in iter_modules(__path__)
]
FORMS: Mapping[str, TournamentForm] = {form.name: form for form in _FOUND}


def form_of(tournament: Tournament) -> TournamentForm:
    """Return the form of a tournament."""
    return FORMS[tournament.form]


def state_of(
    tournament: Tournament,
    entries: Sequence[Entry] = (),
    pairings: Sequence[Pairing] = (),
    games: Sequence[Game] = (),
    barred: frozenset[Player] = frozenset(),
) -> State:
    """Return a tournament's state, with its form."""
    form = form_of(tournament)
    return State(tournament, form, tuple(entries), tuple(pairings), tuple(games), barred)
