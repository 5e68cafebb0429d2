"""What is said of cups elsewhere: under the result of a game, in a profile, as a thread's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.cups.course import goes_on_after
from bot.features.cups.pages import sheets
from bot.features.cups.pages.club import goes_on, round_of
from bot.ui.pages import club as hub
from bot.ui.pages import naming

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.cups.course import Course
    from bot.features.cups.model import Cup, Pairing
    from bot.ui.words import Words

_MOST = 5  # titles of a profile


def of_game(course: Course, pairing: Pairing, words: Words) -> str:
    """The cup and the round, for the small print of a board."""
    name = round_of(course, pairing, words)
    return words("cup.of-cup", cup=sheets.title(course, words), round=name)


def not_begun(course: Course, pairing: Pairing, match: int, words: Words) -> Iterator[str]:
    """For whom a game counts that was not begun."""
    games = course.games_of.get(pairing.key, ())
    for game in games:
        if game.match == match:
            yield from hub.not_begun(game, games, course.player, words)


def of_pairing(course: Course, pairing: Pairing, words: Words) -> Iterator[str]:
    """The cup, the round, how the two stand in it, and who wins or rests after it."""
    decided = course.decided.get(pairing.key)
    if decided is None:
        yield of_game(course, pairing, words)
        return
    one, other = pairing.one, pairing.other or 0
    yield words(
        "cup.of-pairing",
        cup=sheets.title(course, words),
        round=round_of(course, pairing, words),
        one=naming.person(course.player(one)),
        other=naming.person(course.player(other)),
        first=naming.halves(decided.halves(one)),
        second=naming.halves(decided.halves(other)),
    )
    yield from goes_on(course, pairing, words)
    rest = course.cup.is_live and goes_on_after(course, pairing)
    for seat in sorted(pairing.seats):
        if rest and course.rests(seat):
            yield words("cup.rests-now", player=naming.person(course.player(seat)))


def titles(won: Sequence[Cup], words: Words) -> Iterator[str]:
    """The cups that a person has won."""
    for cup in won[:_MOST]:
        name = sheets.name(cup, words)
        yield words("cup.title-won", cup=name, day=naming.day(cup.ended or cup.made))
    if len(won) > _MOST:
        yield words("cup.titles-more", count=len(won) - _MOST)


def thread(course: Course, words: Words) -> str:
    """What the thread of the final, or of a league, is called: it names no person."""
    title = sheets.title(course, words)
    name = title if course.cup.is_in_thread else words("cup.final-thread", cup=title)
    return naming.unmarked(name)
