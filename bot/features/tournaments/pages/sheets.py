"""What is shown of a tournament that is played: standings, parts of brackets, boards of two teams.

Each as a picture and in words. Which sheets there are, its form says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.tournaments.forms.teams import TEAMS, score, team_name
from bot.features.tournaments.state import NAMES, Boards, Part
from bot.model.people import FORMER
from bot.ui.pages import naming
from bot.ui.pages.page import Picture, Text
from games.tournament.knockout import NOBODY, UNKNOWN
from render.bracket import Bracket, Place, Tie
from render.points import Line, Points, Table
from render.versus import Board, Versus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.tournaments import state as sheet_kinds
    from bot.features.tournaments.model import Pairing, Tournament
    from bot.features.tournaments.state import Sheet, State
    from bot.model.people import Player
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.tournament import knockout
    from games.tournament.standings import Entrant, Row

_ROUNDS = 4  # of a bracket
_PICTURE = "tournament.png"


def title(state: State, words: Words) -> str:
    """What a tournament is called, and which season it is."""
    return name(state.tournament, words)


def name(tournament: Tournament, words: Words) -> str:
    """The same, where nothing else of it is known."""
    called = naming.isolated(tournament.name)
    if tournament.versus:
        return words("team.title", red=called, blue=naming.isolated(tournament.versus))
    if tournament.edition == 1:
        return called
    return words("tournament.edition", tournament=called, number=tournament.edition)


def players_on(state: State, sheet: Sheet) -> list[Player]:
    """Whose names stand on a sheet."""
    if isinstance(sheet, Part):
        ties = [tie for _, ties in _shown_rounds(state, sheet) for tie in ties]
        seats = {seat for tie in ties for seat in (tie.first, tie.second) if isinstance(seat, int)}
    elif isinstance(sheet, Boards):
        seats = {seat for pairing in state.pairings for seat in pairing.seats}
    else:
        seats = {row.entrant for pool in sheet.pools for row in _rows(state, sheet, pool)}
    return [player for seat in sorted(seats) if (player := state.player(seat)) != FORMER]


def blocks(state: State, sheet: Sheet, reader: Reader, names: DrawnNames) -> tuple[Picture, Text]:
    """A sheet as a picture and in words."""
    words = reader.words
    if isinstance(sheet, Part):
        drawn, lines = _bracket(state, sheet, reader, names), _tie_lines(state, sheet, words)
    elif isinstance(sheet, Boards):
        drawn, lines = _versus(state, names, words), board_lines(state, words, reader.player)
    else:
        drawn, lines = _points(state, sheet, reader, names), _row_lines(state, sheet, reader)
    text = "\n".join(lines) or words("tournament.not-known")
    said = naming.unmarked(state.form.standing(state, words)).replace("*", "")
    alt = words("tournament.alt", tournament=title(state, words), standing=said)
    return Picture(_PICTURE, drawn, alt, "", reader.show, reader.theme), Text(text)


# Standings


def _points(state: State, sheet: sheet_kinds.Table, reader: Reader, names: DrawnNames) -> Points:
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
                tuple(map(line, _rows(state, sheet, pool))),
                heads,
                state.form.pool_name(pool, words) if len(state.groups) > 1 else "",
                through=state.form.goes_up(state, pool),
            )
            for pool in sheet.pools
        ),
        naming.unmarked(title(state, words)),
        state.form.standing(state, words),
    )


def _rows(state: State, sheet: sheet_kinds.Table, pool: int) -> Sequence[Row]:
    return state.table(pool)[sheet.skip : sheet.skip + NAMES]


def _score(row: Row) -> str:
    return f"{row.won}\N{EN DASH}{row.drawn}\N{EN DASH}{row.lost}"


def _row_lines(state: State, sheet: sheet_kinds.Table, reader: Reader) -> Iterator[str]:
    for pool in sheet.pools:
        if len(state.groups) > 1:
            yield f"**{state.form.pool_name(pool, reader.words)}**"
        for row in _rows(state, sheet, pool):
            yield _row_line(state, row, reader)


def _row_line(state: State, row: Row, reader: Reader) -> str:
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


# Brackets


def _bracket(state: State, sheet: Part, reader: Reader, names: DrawnNames) -> Bracket:
    words = reader.words
    rounds = _shown_rounds(state, sheet)
    return Bracket(
        tuple(tuple(_drawn(state, tie, reader, names) for tie in ties) for _, ties in rounds),
        tuple(state.form.heading(state, 0, number, words) for number, _ in rounds),
        naming.unmarked(title(state, words)),
        "" if state.tournament.is_live else words(f"tournament.status.{state.tournament.status}"),
    )


def _shown_rounds(state: State, sheet: Part) -> list[tuple[int, Sequence[knockout.Tie]]]:
    """The rounds of a sheet, by their numbers from 1, each with its ties."""
    shown: list[tuple[int, Sequence[knockout.Tie]]] = []
    for number, ties in enumerate(state.bracket[sheet.first :][:_ROUNDS], sheet.first + 1):
        size = max(1, len(ties) // sheet.blocks)
        shown.append((number, ties[sheet.block * size : (sheet.block + 1) * size]))
    return shown


def _drawn(state: State, tie: knockout.Tie, reader: Reader, names: DrawnNames) -> Tie | None:
    """A tie of the picture; none where one of its places stays empty in the first round."""
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
    """What the two have scored, once that is decided."""
    first, second = tie.first, tie.second
    decided = state.decided.get((0, tie.key[0] + 1, tie.key[1] + 1))
    if decided is None or not (isinstance(first, int) and isinstance(second, int)):
        return "", ""
    return naming.halves(decided.halves(first)), naming.halves(decided.halves(second))


def _tie_lines(state: State, sheet: Part, words: Words) -> Iterator[str]:
    """The rounds of a sheet in words, the newest first; without ties of which nobody is known."""
    for number, ties in reversed(_shown_rounds(state, sheet)):
        told = [line for tie in ties if (line := _tie_line(state, tie, words))]
        idle = [_seeded(state, seat, words) for tie in ties for seat in _without_opponent(tie)]
        if idle:
            told.append(words("tournament.idle", people=", ".join(idle)))
        if told:
            yield f"**{state.form.heading(state, 0, number, words)}**"
            yield from told


def _seeded(state: State, seat: Entrant, words: Words) -> str:
    seed = state.seeds.index(seat) + 1
    return words("tournament.seeded", player=naming.person(state.player(seat)), seed=seed)


def _without_opponent(tie: knockout.Tie) -> Iterator[Entrant]:
    """Who goes on from this tie because there is nobody to meet."""
    if NOBODY in {tie.first, tie.second} and tie.winner is not UNKNOWN:
        yield from (seat for seat in (tie.first, tie.second) if isinstance(seat, int))


def _tie_line(state: State, tie: knockout.Tie, words: Words) -> str:
    """Two who meet, and how it came out; bold is who goes on, where the points are equal."""
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


# Boards of two teams


def board_lines(state: State, words: Words, player: Player | None = None) -> Iterator[str]:
    """Each board in words, and who is a substitute."""
    for pairing in state.pairings:
        own = any(state.player(seat) == player != FORMER for seat in pairing.seats)
        line = board_line(state, pairing, words)
        yield words("team.own-board", line=line) if own else line
    waiting = [e.player for e in state.entries if e.seed is None and not state.has_left(e.seat)]
    if waiting:
        people = ", ".join(map(naming.person, waiting))
        yield words("team.reserve", count=len(waiting), people=people)


def board_line(state: State, pairing: Pairing, words: Words) -> str:
    """A board in words; of one that goes on, the points so far."""
    red, blue = _sides(state, pairing)
    return words(
        "team.board-over" if pairing.key in state.decided else "team.board",
        board=pairing.board,
        red=naming.person(state.player(red)),
        blue=naming.person(state.player(blue)),
        first=naming.halves(_halves(state, pairing, red)),
        second=naming.halves(_halves(state, pairing, blue)),
    )


def _sides(state: State, pairing: Pairing) -> Sequence[Entrant]:
    """The two of a board, who plays for the first team first."""
    return sorted(pairing.seats, key=lambda seat: state.entry[seat].pool)


def _halves(state: State, pairing: Pairing, seat: Entrant) -> int:
    decided = state.decided.get(pairing.key)
    return decided.halves(seat) if decided else state.halves_so_far(pairing, seat)


def _versus(state: State, names: DrawnNames, words: Words) -> Versus:
    tournament = state.tournament
    first, second = map(naming.halves, score(state))
    teams = tuple(team_name(tournament, team) for team in TEAMS)
    numbered = tuple(words("team.numbered", number=team) for team in TEAMS)
    boards = tuple(_board(state, pairing, names, words) for pairing in state.pairings)
    return Versus(boards, (teams[0], teams[1]), (first, second), (numbered[0], numbered[1]))


def _board(state: State, pairing: Pairing, names: DrawnNames, words: Words) -> Board:
    sides = _sides(state, pairing)
    red, blue = (names.of(state.player(seat), words) for seat in sides)
    first, second = (naming.halves(_halves(state, pairing, seat)) for seat in sides)
    return Board(
        str(pairing.board),
        red[0],
        blue[0],
        first,
        second,
        is_over=pairing.key in state.decided,
        usernames=(red[1], blue[1]),
    )
