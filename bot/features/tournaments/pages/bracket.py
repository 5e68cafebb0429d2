"""A part of a bracket on a sheet, as a picture and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.tournaments.form import Sheet
from bot.features.tournaments.pages.sheets import NAMES, points
from bot.ui.pages import naming
from games.tournament.knockout import NOBODY, UNKNOWN
from render.bracket import Bracket, Place, Tie

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.tournaments.form import State
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.tournament import knockout
    from games.tournament.standings import Entrant

_ROUNDS = NAMES.bit_length() - 1  # on a sheet whose first round has NAMES names


@dataclass(frozen=True, slots=True)
class Part(Sheet):
    """A part of the bracket: some ties, from a round on. All count from 0."""

    first: int
    block: int = 0
    blocks: int = 1

    def seats(self, state: State) -> set[Entrant]:
        """Return the known players in this part of the bracket."""
        ties = [tie for _, ties in _shown_rounds(state, self) for tie in ties]
        return {seat for tie in ties for seat in (tie.first, tie.second) if isinstance(seat, int)}

    def drawn(self, state: State, reader: Reader, names: DrawnNames) -> Bracket:
        """Return the picture of the rounds, side by side."""
        words, tournament = reader.words, state.tournament
        rounds = _shown_rounds(state, self)
        return Bracket(
            tuple(tuple(_drawn(state, tie, reader, names) for tie in ties) for _, ties in rounds),
            tuple(state.form.heading(state, 0, number, words) for number, _ in rounds),
            naming.unmarked(state.title(words)),
            "" if tournament.is_live else words(f"tournament.status.{tournament.status}"),
        )

    def lines(self, state: State, reader: Reader) -> Iterator[str]:
        """Yield the rounds: the current ones, then older ones, newest first.

        Ties whose players are unknown are left out.
        """
        words, rounds = reader.words, _shown_rounds(state, self)
        current = min((p.round for p in state.undecided), default=len(state.bracket))
        later = [shown for shown in rounds if shown[0] >= current]
        for number, ties in (*later, *reversed(rounds[: len(rounds) - len(later)])):
            told = [line for tie in ties if (line := _tie_line(state, tie, words))]
            idle = [_seeded(state, seat, words) for tie in ties for seat in _without_opponent(tie)]
            if idle:
                told.append(words("tournament.idle", people=", ".join(idle)))
            if told:
                yield f"**{state.form.heading(state, 0, number, words)}**"
                yield from told


def parts_of(state: State) -> tuple[Part, ...]:
    """Return the last rounds, and the first ones in parts; first those with more known players."""
    last = Part(max(0, len(state.bracket) - _ROUNDS))
    if not last.first:
        return (last,)
    parts = [Part(0, block, 1 << last.first) for block in range(1 << last.first)]
    ties = (tie for ties in state.bracket[last.first :] for tie in ties)
    meet = any(isinstance(tie.first, int) and isinstance(tie.second, int) for tie in ties)
    return (last, *parts) if meet else (*parts, last)


def _shown_rounds(state: State, sheet: Part) -> list[tuple[int, Sequence[knockout.Tie]]]:
    """Return the rounds of a sheet, numbered from 1, each with its ties."""
    shown: list[tuple[int, Sequence[knockout.Tie]]] = []
    for number, ties in enumerate(state.bracket[sheet.first :][:_ROUNDS], sheet.first + 1):
        size = max(1, len(ties) // sheet.blocks)
        shown.append((number, ties[sheet.block * size : (sheet.block + 1) * size]))
    return shown


def _drawn(state: State, tie: knockout.Tie, reader: Reader, names: DrawnNames) -> Tie | None:
    """Return a tie for the picture; None for a bye in the first round."""
    if tie.key[0] == 0 and not (isinstance(tie.first, int) and isinstance(tie.second, int)):
        return None
    scores = _scores(state, tie)

    def place(seat: object, number: int) -> Place:
        if not isinstance(seat, int):
            return Place()
        player = state.player(seat)
        called, username = names.of(player, reader.words)
        return Place(
            called,
            scores[number],
            won=tie.winner == seat,
            number=str(state.seeds.index(seat) + 1),
            is_reader=player == reader.player,
            username=username,
        )

    return Tie(place(tie.first, 0), place(tie.second, 1))


def _scores(state: State, tie: knockout.Tie) -> tuple[str, str]:
    """Return both players' points in a tie, once it is decided."""
    first, second = tie.first, tie.second
    decided = state.decided.get((0, tie.key[0] + 1, tie.key[1] + 1))
    if decided is None or not (isinstance(first, int) and isinstance(second, int)):
        return "", ""
    return points(decided, first), points(decided, second)


def _seeded(state: State, seat: Entrant, words: Words) -> str:
    seed = state.seeds.index(seat) + 1
    return words("tournament.seeded", player=naming.person(state.player(seat)), seed=seed)


def _without_opponent(tie: knockout.Tie) -> Iterator[Entrant]:
    """Yield the player who goes through from a tie without an opponent."""
    if NOBODY in {tie.first, tie.second} and tie.winner is not UNKNOWN:
        yield from (seat for seat in (tie.first, tie.second) if isinstance(seat, int))


def _tie_line(state: State, tie: knockout.Tie, words: Words) -> str:
    """Return a tie's players and result; bold is the winner of a level tie."""
    if not (isinstance(tie.first, int) and isinstance(tie.second, int)):
        return ""
    one, other = (_seeded(state, seat, words) for seat in (tie.first, tie.second))
    first, second = _scores(state, tie)
    if not first:
        return words("tournament.tie", one=one, other=other)
    if first == second:
        one, other = (
            f"**{name}**" if seat == tie.winner else name
            for seat, name in ((tie.first, one), (tie.second, other))
        )
    return words("tournament.tie-over", one=one, other=other, first=first, second=second)
