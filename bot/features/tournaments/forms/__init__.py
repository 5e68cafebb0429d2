"""The forms of tournaments, each in a file of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.tournaments.forms.groups import Groups
from bot.features.tournaments.forms.knockout import Knockout
from bot.features.tournaments.forms.league import League
from bot.features.tournaments.forms.round_robin import RoundRobin
from bot.features.tournaments.forms.swiss import Swiss
from bot.features.tournaments.forms.teams import Teams
from bot.features.tournaments.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.tournaments.model import Entry, Game, Pairing, Tournament
    from bot.features.tournaments.state import TournamentForm
    from bot.model.people import Player

FORMS: tuple[TournamentForm, ...] = (
    RoundRobin(),
    Groups(),
    Knockout(),
    Swiss(),
    League(),
    Teams(),
)
FORM = {form.form: form for form in FORMS}


def form_of(tournament: Tournament) -> TournamentForm:
    """Return the form of a tournament."""
    return FORM[tournament.form]


def state_of(
    tournament: Tournament,
    entries: Sequence[Entry] = (),
    pairings: Sequence[Pairing] = (),
    games: Sequence[Game] = (),
    barred: frozenset[Player] = frozenset(),
) -> State:
    """Return a tournament as it stands, with its form."""
    form = form_of(tournament)
    return State(tournament, form, tuple(entries), tuple(pairings), tuple(games), barred)
