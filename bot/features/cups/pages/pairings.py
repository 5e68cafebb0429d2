"""The pairings of the current rounds in words: how each stands, and which games it waits for."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.features.cups.model import Form, Given
from bot.features.cups.pages import sheets
from bot.features.cups.rounds import current_rounds
from bot.ui.pages import naming
from bot.ui.pages.club import linked_game
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.cups.course import Course
    from bot.features.cups.model import Game, Pairing
    from bot.features.cups.rounds import Round
    from bot.model.matches import Listing
    from bot.ui.words import Words

_MOST = 8  # of a sheet: as many names as one with a table has


class _Line(NamedTuple):
    heading: str
    text: str


def texts(course: Course, running: Mapping[int, Listing], words: Words) -> Sequence[str]:
    """The text of each sheet. `running`: the games under way, by number."""
    rounds = current_rounds(course)
    lines = [line for current in rounds for line in _lines(course, current, running, words)]
    starts = range(0, len(lines), _MOST)
    return [_text(lines[start : start + _MOST], headed=len(rounds) > 1) for start in starts]


def _text(lines: Sequence[_Line], *, headed: bool) -> str:
    told: list[str] = []
    for heading, below in groupby(lines, key=lambda line: line.heading):
        told += [f"**{heading}**"] if headed else []
        told += [line.text for line in below]
    return "\n".join(told)


def _lines(
    course: Course, current: Round, running: Mapping[int, Listing], words: Words
) -> Iterator[_Line]:
    """A line for each pairing; below the last of them, who has none."""
    heading = _heading(course, current, words)
    *others, last = [_pairing(course, pairing, running, words) for pairing in current.pairings]
    yield from (_Line(heading, text) for text in others)
    yield _Line(heading, "\n".join((last, *_idle(course, current, words))))


def _idle(course: Course, current: Round, words: Words) -> Iterator[str]:
    if current.idle:
        key = "cup.waiting" if course.cup.form is Form.KNOCKOUT else "cup.idle"
        people = ", ".join(naming.person(course.player(seat)) for seat in current.idle)
        yield words(key, people=people)


def _heading(course: Course, current: Round, words: Words) -> str:
    if course.cup.form is Form.KNOCKOUT:
        return sheets.round_name(course, current.number, words)
    name = words("cup.round", number=current.number)
    if len(course.groups) < 2 or not current.pool:  # noqa: PLR2004  one group has no name
        return name
    return f"{sheets.pool_name(course, current.pool, words)} · {name}"


def _pairing(course: Course, pairing: Pairing, running: Mapping[int, Listing], words: Words) -> str:
    """A pairing: its result, or how it stands and below that whose move its games wait for."""
    one, other = (naming.person(course.player(seat)) for seat in (pairing.one, pairing.other))
    if pairing.given is not Given.PLAYED:
        return _given(pairing, one, other, words)
    halves = [course.halves_so_far(pairing, seat or 0) for seat in (pairing.one, pairing.other)]
    first, second = map(naming.halves, halves)
    values = {"one": one, "other": other, "first": first, "second": second}
    if pairing.key in course.decided:
        return words("cup.tie-over", **values)
    games = [game for game in course.games_of[pairing.key] if game.reason is None]
    line = words("cup.tie-so-far" if any(halves) else "cup.tie", **values)
    return "\n".join((line, *(f"-# {_game(course, game, running, words)}" for game in games)))


def _given(pairing: Pairing, one: str, other: str, words: Words) -> str:
    if pairing.given is Given.NOBODY:
        return words("cup.neither-plays", one=one, other=other)
    if pairing.other is not None:
        return words("cup.other-out", player=one, other=other)
    return words("cup.half-bye" if pairing.given is Given.HALF else "cup.bye", player=one)


def _game(course: Course, game: Game, running: Mapping[int, Listing], words: Words) -> str:
    mover = course.player(game.dark if game.turn is Side.DARK else game.light)
    linked = linked_game(game.match, running.get(game.match), words)
    return words("cup.to-move", game=linked, player=naming.person(mover))
