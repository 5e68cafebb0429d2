"""Standings on a sheet, as a picture and in words: of everyone, or of several groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.tournaments.form import Sheet
from bot.features.tournaments.pages.sheets import NAMES
from bot.model.people import FORMER
from bot.ui.pages import naming
from render.points import Line, Points, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.tournaments.form import State
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.reader import Reader
    from games.tournament.standings import Entrant, Row


@dataclass(frozen=True, slots=True)
class Standings(Sheet):
    """A sheet with the standings of these pools, without a single pool's first `skip` lines."""

    pools: tuple[int, ...]
    skip: int = 0

    def seats(self, state: State) -> set[Entrant]:
        """Return the players in the sheet's lines."""
        return {row.entrant for pool in self.pools for row in _rows(state, self, pool)}

    def drawn(self, state: State, reader: Reader, names: DrawnNames) -> Points:
        """Return the picture with a table for each pool."""
        words = reader.words
        heads = (
            words("tournament.head.games"),
            words("tournament.head.sonneborn"),
            words("tournament.head.points"),
        )

        def line(row: Row) -> Line:
            player = state.player(row.entrant)
            called, username = names.of(player, words)
            cells = _score(row), naming.quarters(row.sonneborn), naming.halves(row.halves)
            return Line(
                str(row.place),
                called,
                cells,
                is_reader=player == reader.player,
                is_out=state.is_out(row.entrant),
                username=username,
            )

        return Points(
            tuple(
                Table(
                    tuple(map(line, _rows(state, self, pool))),
                    heads,
                    state.form.pool_name(pool, words) if len(state.groups) > 1 else "",
                    through=state.form.goes_up(state, pool),
                )
                for pool in self.pools
            ),
            naming.unmarked(state.title(words)),
            state.form.standing(state, words),
        )

    def lines(self, state: State, reader: Reader) -> Iterator[str]:
        """Yield a line for each entrant, under the names of pools if there are several."""
        for pool in self.pools:
            if len(state.groups) > 1:
                yield f"**{state.form.pool_name(pool, reader.words)}**"
            for row in _rows(state, self, pool):
                yield _row_line(state, row, reader)


def sheets_of_pool(state: State, pool: int) -> tuple[Standings, ...]:
    """Return the standings of one pool, on as many sheets as its players need."""
    return tuple(Standings((pool,), skip) for skip in range(0, len(state.members(pool)), NAMES))


def sheets_of_groups(state: State) -> tuple[Standings, ...]:
    """Return the standings of all groups, with as many groups on a sheet as fit."""
    pages: list[list[int]] = [[]]
    for pool, members in enumerate(state.groups, 1):
        there = sum(len(state.groups[other - 1]) for other in pages[-1])
        if pages[-1] and there + len(members) > NAMES:
            pages.append([])
        pages[-1].append(pool)
    return tuple(Standings(tuple(pools)) for pools in pages)


def _rows(state: State, sheet: Standings, pool: int) -> Sequence[Row]:
    return state.table(pool)[sheet.skip : sheet.skip + NAMES]


def _score(row: Row) -> str:
    """Return won, drawn and lost games, and points without a game."""
    played = f"{row.won}\N{EN DASH}{row.drawn}\N{EN DASH}{row.lost}"
    return f"{played} +{naming.halves(row.free)}" if row.free else played


def _row_line(state: State, row: Row, reader: Reader) -> str:
    """Return a player's line: place, points and score; and if they sit out or have left."""
    words, player = reader.words, state.player(row.entrant)
    own = player == reader.player and player != FORMER
    line = words(
        "tournament.own-line" if own else "tournament.line",
        place=row.place,
        player=naming.person(player),
        points=naming.halves(row.halves),
        score=_score(row),
    )
    if state.rests(row.entrant):
        return " · ".join((line, words("tournament.rests")))
    return " · ".join((line, words("tournament.has-left"))) if state.has_left(row.entrant) else line
