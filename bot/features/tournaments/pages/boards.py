"""The boards of a team match on a sheet, as a picture and in words, and the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.tournaments.form import Sheet
from bot.features.tournaments.pages.sheets import points
from bot.model.people import FORMER
from bot.ui.pages import naming
from render.versus import Board, Versus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Pairing, Tournament
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.tournament.standings import Entrant

TEAMS = (1, 2)


@dataclass(frozen=True, slots=True)
class Boards(Sheet):
    """The sheet with all boards."""

    def seats(self, state: State) -> set[Entrant]:
        """Return the players on all boards."""
        return {seat for pairing in state.pairings for seat in pairing.seats}

    def drawn(self, state: State, reader: Reader, names: DrawnNames) -> Versus:
        """Return the picture of the boards, one below another."""
        words, tournament = reader.words, state.tournament
        first, second = map(naming.halves, score(state))
        teams = tuple(team_name(tournament, team) for team in TEAMS)
        numbered = tuple(words("team.numbered", number=team) for team in TEAMS)
        boards = tuple(_board(state, pairing, names, words) for pairing in state.pairings)
        return Versus(boards, (teams[0], teams[1]), (first, second), (numbered[0], numbered[1]))

    def lines(self, state: State, reader: Reader) -> Iterator[str]:
        """Yield a line for each board, and the substitutes."""
        words, player = reader.words, reader.player
        for pairing in state.pairings:
            own = any(state.player(seat) == player != FORMER for seat in pairing.seats)
            line = board_line(state, pairing, words)
            yield words("team.own-board", line=line) if own else line
        waiting = [e.player for e in state.entries if e.seed is None and not state.has_left(e.seat)]
        if waiting:
            people = ", ".join(map(naming.person, waiting))
            yield words("team.reserve", count=len(waiting), people=people)


def team_name(tournament: Tournament, team: int) -> str:
    """Return a team's name."""
    return tournament.name if team == 1 else tournament.versus


def score(state: State) -> tuple[int, int]:
    """Return both teams' half points, from the boards that are over."""
    totals = [0, 0, 0]
    for pairing in state.pairings:
        if decided := state.decided.get(pairing.key):
            for seat in pairing.seats:
                totals[state.entry[seat].pool] += decided.halves(seat)
    return totals[1], totals[2]


def board_line(state: State, pairing: Pairing, words: Words) -> str:
    """Return a board in words; while in progress, with the points so far."""
    red, blue = _sides(state, pairing)
    return words(
        "team.board-over" if pairing.key in state.decided else "team.board",
        board=pairing.board,
        red=naming.person(state.player(red)),
        blue=naming.person(state.player(blue)),
        first=_points(state, pairing, red),
        second=_points(state, pairing, blue),
    )


def _sides(state: State, pairing: Pairing) -> Sequence[Entrant]:
    """Return both players of a board, the first team's player first."""
    return sorted(pairing.seats, key=lambda seat: state.entry[seat].pool)


def _points(state: State, pairing: Pairing, seat: Entrant) -> str:
    decided = state.decided.get(pairing.key)
    return points(decided, seat) if decided else naming.halves(state.halves_so_far(pairing, seat))


def _board(state: State, pairing: Pairing, names: DrawnNames, words: Words) -> Board:
    """Return a board of a team match for the picture: both players and their points."""
    sides = _sides(state, pairing)
    red, blue = (names.of(state.player(seat), words) for seat in sides)
    first, second = (_points(state, pairing, seat) for seat in sides)
    return Board(
        str(pairing.board),
        red[0],
        blue[0],
        first,
        second,
        is_over=pairing.key in state.decided,
        usernames=(red[1], blue[1]),
    )
