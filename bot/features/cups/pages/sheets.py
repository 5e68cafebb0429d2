"""What is shown of a cup that is played: tables of points and parts of brackets, 16 names a sheet.

Each as a picture and in words. The first sheet is that on the card: where the cup is decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.cups.model import Form
from bot.model.people import FORMER
from bot.ui.pages import naming
from bot.ui.pages.page import Picture, Text
from games.tournament.knockout import NOBODY, UNKNOWN
from render.bracket import Bracket, Place, Tie
from render.points import Line, Points, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.cups.course import Course
    from bot.features.cups.model import Cup
    from bot.model.people import Player
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.tournament import knockout
    from games.tournament.standings import Entrant, Row

NAMES = 16  # of a sheet
_ROUNDS = 4  # of a bracket, with so many names in the first of them
_PICTURE = "cup.png"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A part of what there is to see: groups, or rounds of a bracket and which of their ties."""

    pools: tuple[int, ...] = ()
    skip: int = 0  # lines of the one pool that are on sheets before it
    first: int = 0  # round of a bracket, from 0
    block: int = 0  # which part of the rounds, from 0
    blocks: int = 1


def sheets(course: Course) -> tuple[Sheet, ...]:
    """What there is to see, the card's first."""
    if course.cup.form is Form.KNOCKOUT:
        return _of_bracket(course)
    if not course.groups:
        return _of_pool(course, 0)
    final = [0] if course.cup.form is Form.GROUPS and course.members(0) else []
    return (*(sheet for pool in final for sheet in _of_pool(course, pool)), *_of_groups(course))


def _of_bracket(course: Course) -> tuple[Sheet, ...]:
    """The last rounds, and the first ones part by part; those first of which more is known."""
    last = Sheet(first=max(0, len(course.bracket) - _ROUNDS))
    if not last.first:
        return (last,)
    blocks = 1 << last.first
    parts = [Sheet(block=block, blocks=blocks) for block in range(blocks)]
    meet = any(
        _known(tie.first) and _known(tie.second)
        for ties in course.bracket[last.first :]
        for tie in ties
    )
    return (last, *parts) if meet else (*parts, last)


def _of_pool(course: Course, pool: int) -> tuple[Sheet, ...]:
    count = len(course.members(pool))
    return tuple(Sheet((pool,), skip) for skip in range(0, count, NAMES))


def _of_groups(course: Course) -> tuple[Sheet, ...]:
    """As many groups on a sheet as have room on it."""
    pages: list[list[int]] = [[]]
    for pool, members in enumerate(course.groups, 1):
        there = sum(len(course.groups[other - 1]) for other in pages[-1])
        if pages[-1] and there + len(members) > NAMES:
            pages.append([])
        pages[-1].append(pool)
    return tuple(Sheet(tuple(pools)) for pools in pages)


def players_on(course: Course, sheet: Sheet) -> list[Player]:
    """Whose names stand on a sheet."""
    if course.cup.form is Form.KNOCKOUT:
        ties = [tie for _, ties in _shown_rounds(course, sheet) for tie in ties]
        seats = {seat for tie in ties for seat in (tie.first, tie.second) if isinstance(seat, int)}
    else:
        seats = {row.entrant for pool in sheet.pools for row in _rows(course, sheet, pool)}
    return [player for seat in sorted(seats) if (player := course.player(seat)) != FORMER]


def blocks(course: Course, sheet: Sheet, reader: Reader, names: DrawnNames) -> tuple[Picture, Text]:
    """A sheet as a picture and in words."""
    text = "\n".join(_lines(course, sheet, reader)) or reader.words("cup.not-known")
    drawn = (
        _bracket(course, sheet, reader, names)
        if course.cup.form is Form.KNOCKOUT
        else _points(course, sheet, reader, names)
    )
    words = reader.words
    alt = words("cup.alt", cup=title(course, words), standing=standing(course, words))
    return Picture(_PICTURE, drawn, alt, "", reader.show, reader.theme), Text(text)


def title(course: Course, words: Words) -> str:
    """What a cup is called, and which time it is."""
    return name(course.cup, words)


def name(cup: Cup, words: Words) -> str:
    """The same, of which nothing else is known."""
    called = naming.isolated(cup.name)
    return called if cup.edition == 1 else words("cup.edition", cup=called, number=cup.edition)


def standing(course: Course, words: Words) -> str:
    """How far it is: the round that is played."""
    playing = [pairing for pairing in course.pairings if pairing.key not in course.decided]
    if not playing:
        return words(f"cup.status.{course.cup.status}")
    newest = max(playing, key=lambda pairing: (not pairing.pool, pairing.round))
    if course.cup.form is Form.KNOCKOUT:
        earliest = min(pairing.round for pairing in playing)
        return round_name(course, earliest, words)
    if course.cup.form is Form.GROUPS and not newest.pool:
        return words("cup.in-final")
    if course.cup.form is Form.LEAGUE:
        return words("cup.round", number=newest.round)
    return words("cup.round-of", number=newest.round, count=course.rounds_planned)


def round_name(course: Course, number: int, words: Words) -> str:
    """What a round of a knock-out is called, from 1."""
    return words(f"cup.knockout.{len(course.bracket) - number}")


def tie_name(course: Course, number: int, words: Words) -> str:
    """What one tie of that round is called."""
    return words(f"cup.knockout-tie.{len(course.bracket) - number}")


def pool_name(course: Course, pool: int, words: Words) -> str:
    """What a group is called: a letter; a division: a number."""
    if course.cup.form is Form.LEAGUE:
        return words("cup.division", number=pool)
    return words("cup.group", letter=chr(ord("A") + pool - 1)) if pool else words("cup.final-group")


def _goes_on(course: Course, pool: int) -> int:
    """How many of the first of a group go on, or up."""
    if course.cup.form is Form.LEAGUE:
        return 1 if pool > 1 else 0
    return 1 if pool and len(course.groups) > 1 else 0


# Points


def _points(course: Course, sheet: Sheet, reader: Reader, names: DrawnNames) -> Points:
    words = reader.words
    heads = (words("cup.head.games"), words("cup.head.sonneborn"), words("cup.head.points"))

    def line(row: Row) -> Line:
        player = course.player(row.entrant)
        called, username = names.of(player, words)
        cells = _score(row), naming.quarters(row.sonneborn), naming.halves(row.halves)
        return Line(
            str(row.place),
            called,
            cells,
            is_reader=player == reader.player,
            is_out=course.is_out(row.entrant),
            username=username,
        )

    return Points(
        tuple(
            Table(
                tuple(map(line, _rows(course, sheet, pool))),
                heads,
                pool_name(course, pool, words) if len(course.groups) > 1 else "",
                through=_goes_on(course, pool),
            )
            for pool in sheet.pools
        ),
        naming.unmarked(title(course, words)),
        standing(course, words),
    )


def _rows(course: Course, sheet: Sheet, pool: int) -> Sequence[Row]:
    return course.table(pool)[sheet.skip : sheet.skip + NAMES]


def _score(row: Row) -> str:
    return f"{row.won}\N{EN DASH}{row.drawn}\N{EN DASH}{row.lost}"


def _lines(course: Course, sheet: Sheet, reader: Reader) -> Iterator[str]:
    """The same in words."""
    if course.cup.form is Form.KNOCKOUT:
        yield from _tie_lines(course, sheet, reader.words)
        return
    for pool in sheet.pools:
        if len(course.groups) > 1:
            yield f"**{pool_name(course, pool, reader.words)}**"
        for row in _rows(course, sheet, pool):
            yield _row_line(course, row, reader)


def _row_line(course: Course, row: Row, reader: Reader) -> str:
    words, player = reader.words, course.player(row.entrant)
    own = player == reader.player and player != FORMER
    line = words(
        "cup.own-line" if own else "cup.line",
        place=row.place,
        player=naming.person(player),
        points=naming.halves(row.halves),
        score=_score(row),
    )
    if course.rests(row.entrant):
        return " · ".join((line, words("cup.rests")))
    return " · ".join((line, words("cup.has-left"))) if course.has_left(row.entrant) else line


# Brackets


def _bracket(course: Course, sheet: Sheet, reader: Reader, names: DrawnNames) -> Bracket:
    words = reader.words
    rounds = _shown_rounds(course, sheet)
    return Bracket(
        tuple(tuple(_drawn(course, tie, reader, names) for tie in ties) for _, ties in rounds),
        tuple(round_name(course, number, words) for number, _ in rounds),
        naming.unmarked(title(course, words)),
        "" if course.cup.is_live else words(f"cup.status.{course.cup.status}"),
    )


def _shown_rounds(course: Course, sheet: Sheet) -> list[tuple[int, Sequence[knockout.Tie]]]:
    """The rounds of a sheet, by their numbers from 1, each with its ties."""
    shown: list[tuple[int, Sequence[knockout.Tie]]] = []
    for number, ties in enumerate(course.bracket[sheet.first :][:_ROUNDS], sheet.first + 1):
        size = max(1, len(ties) // sheet.blocks)
        shown.append((number, ties[sheet.block * size : (sheet.block + 1) * size]))
    return shown


def _drawn(course: Course, tie: knockout.Tie, reader: Reader, names: DrawnNames) -> Tie | None:
    """A tie of the picture; none where one of its places stays empty in the first round."""
    if tie.key[0] == 0 and not (_known(tie.first) and _known(tie.second)):
        return None
    scores = _scores(course, tie)

    def place(seat: object, number: int) -> Place:
        if not isinstance(seat, int):
            return Place()
        player = course.player(seat)
        called, username = names.of(player, reader.words)
        return Place(
            called,
            scores[number],
            won=tie.winner == seat,
            number=str(course.seeds.index(seat) + 1),
            is_reader=player == reader.player,
            username=username,
        )

    return Tie(place(tie.first, 0), place(tie.second, 1))


def _known(seat: object) -> bool:
    return isinstance(seat, int)


def _scores(course: Course, tie: knockout.Tie) -> tuple[str, str]:
    """What the two have scored, once that is decided."""
    first, second = tie.first, tie.second
    decided = course.decided.get((0, tie.key[0] + 1, tie.key[1] + 1))
    if decided is None or not (isinstance(first, int) and isinstance(second, int)):
        return "", ""
    return naming.halves(decided.halves(first)), naming.halves(decided.halves(second))


def _tie_lines(course: Course, sheet: Sheet, words: Words) -> Iterator[str]:
    """The rounds of a sheet in words, the newest first; ties of which nobody is known are not."""
    for number, ties in reversed(_shown_rounds(course, sheet)):
        told = [line for tie in ties if (line := _tie_line(course, tie, words))]
        idle = [_seeded(course, seat, words) for tie in ties for seat in _without_opponent(tie)]
        if idle:
            told.append(words("cup.idle", people=", ".join(idle)))
        if told:
            yield f"**{round_name(course, number, words)}**"
            yield from told


def _seeded(course: Course, seat: Entrant, words: Words) -> str:
    seed = course.seeds.index(seat) + 1
    return words("cup.seeded", player=naming.person(course.player(seat)), seed=seed)


def _without_opponent(tie: knockout.Tie) -> Iterator[Entrant]:
    """Who goes on from this tie because there is nobody to meet."""
    if NOBODY in {tie.first, tie.second} and tie.winner is not UNKNOWN:
        yield from (seat for seat in (tie.first, tie.second) if isinstance(seat, int))


def _tie_line(course: Course, tie: knockout.Tie, words: Words) -> str:
    """Two who meet, and how it came out; bold is who goes on, where the points are equal."""
    if not (isinstance(tie.first, int) and isinstance(tie.second, int)):
        return ""
    one, other = (_seeded(course, seat, words) for seat in (tie.first, tie.second))
    first, second = _scores(course, tie)
    if not first:
        return words("cup.tie", one=one, other=other)
    if first == second:
        one, other = (
            f"**{name}**" if seat == tie.winner else name
            for seat, name in ((tie.first, one), (tie.second, other))
        )
    return words("cup.tie-over", one=one, other=other, first=first, second=second)
