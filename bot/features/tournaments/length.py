"""How long games take, from which each form computes how long a tournament takes.

Assumptions, which a simulated year checks (`tests/bot/features/tournaments/year.py`): two of three
games are within a factor of 1.6 of the usual number of plies. Most people play once a day, at an
hour of their own, so that two plies take a day; some take most of the time they have. After a
round's date a move has 36 hours, so people then play as they do with a day per move.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

from bot.service.usual import DEFAULT_RULES
from games import catalogue
from games.tournament import round_robin

if TYPE_CHECKING:
    from bot.features.tournaments.model import Tournament

_PLIES = {"tafl-7": 30, "tafl-9": 40, "tafl-11": 70, "tabal": 50}  # of a usual game, by the board
_PLIES_OF_LONG = {"bga": 115, "bga-rim": 115}  # rule sets with much longer games
_SPREAD = 0.5  # of the logarithm of a game's length
_MOVES_IN_TIME = 4  # slow moves that fit in, at least, before moves have 36 hours
_DAYS_PER_PLY = {1: 0.52, 2: 0.59, 3: 0.66, 5: 0.75, 7: 0.83}  # by the days per move


def hurries_after(tournament: Tournament) -> int:
    """Return how many days after a round's start its moves have 36 hours at most."""
    return max(tournament.round_days, _MOVES_IN_TIME * (tournament.pace.days or 1))


def days_of_games(tournament: Tournament, count: int) -> float:
    """Return in how many days this many games, started at once, are usually all over."""
    longest = NormalDist().inv_cdf(0.5 ** (1 / max(1, count)))  # in standard deviations
    plies = _usual_plies(tournament.rules) * math.exp(_SPREAD * longest)
    days = max(days for days in _DAYS_PER_PLY if days <= (tournament.pace.days or 1))
    per_ply = _DAYS_PER_PLY[days]
    late = max(0.0, plies - hurries_after(tournament) / per_ply)
    return (plies - late) * per_ply + late * _DAYS_PER_PLY[1]


def _usual_plies(rules: str) -> int:
    """Return a usual game's plies; of rules that can't be read, the house game's."""
    if (preset := rules.partition("+")[0]) in _PLIES_OF_LONG:
        return _PLIES_OF_LONG[preset]
    board = catalogue.board_of(
        catalogue.game(rules if preset in catalogue.NAMES else DEFAULT_RULES)
    )
    return _PLIES[board]


def days_of_round_robin(tournament: Tournament, entrants: int) -> float:
    """Return how long a round-robin of so many usually takes: its next rounds start at dates."""
    rounds, games = len(round_robin.rounds(range(entrants))), entrants // 2 * tournament.games
    last = days_of_games(tournament, games)
    return (rounds - 1) * min(last, tournament.round_days) + last
