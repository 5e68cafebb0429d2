"""Cups in the club: one's own games, the cups of the server; one's pairings in one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.cups.model import Form, Given
from bot.features.cups.pages import sheets
from bot.features.cups.pages.cup import ShowCup, round_button, table_button
from bot.model.club import Status
from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages.club import game_link, open_buttons, to_card, ways
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text, in_rows
from games.tournament.knockout import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.cups.course import Course
    from bot.features.cups.model import Cup, Pairing
    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_MOST = 10  # pairings of a page


class NewCup(Press, verb="cup-new"):
    """Fill in the form of a new cup."""


class JoinLeague(Press, verb="league"):
    """Have a seat in the league of the server, which opens where there is none."""


@dataclass(frozen=True, slots=True)
class Club:
    """What a person sees of the cups of a server, and of their own."""

    mine: Sequence[Course] = ()  # that they are in, wherever, and that are not over
    here: Sequence[Course] = ()  # of this server that are not over
    over: Sequence[Cup] = ()  # of this server, the newest first
    winners: Mapping[int, Sequence[Player]] | None = None  # who has won those, by cup
    running: Mapping[int, Listing] | None = None  # one's running games, by number
    may_begin: bool = False
    may_open_league: bool = False  # there is none, and all may


def club(shown: Club, reader: Reader) -> tuple[Block, ...]:
    """What the club has of cups."""
    words = reader.words
    own = [one for course in shown.mine for one in _own_lines(course, shown, reader, live=True)]
    lines = [
        *([words("cup.club-own"), *own[:_MOST]] if own else []),
        words("cup.club-here"),
        *([line(course, words) for course in shown.here] or [words("cup.club-none")]),
        *(_past(cup, shown, words) for cup in shown.over),
    ]
    cups = {cup.id: cup for cup in (*(course.cup for course in shown.here), *shown.over)}
    named = [(sheets.name(cup, words), ShowCup(cup.id)) for cup in cups.values()]
    return (Text("\n".join(lines)), *ways(named, "cups", words), *_begin(shown, words))


def line(course: Course, words: Words, *, link: bool = False) -> str:
    """A cup that is not over, and how far it is; `link`: with the way to its card."""
    cup, title = course.cup, sheets.title(course, words)
    if link:
        title = to_card(cup, title)
    if cup.status is Status.OPEN:
        return words(
            "cup.club-open",
            cup=title,
            count=len(course.entries),
            size=cup.size,
            when=naming.when(cup.closes, words),
        )
    said = sheets.standing(course, words)
    return words("cup.club-running", cup=title, standing=said)


def _past(cup: Cup, shown: Club, words: Words) -> str:
    named = {"cup": sheets.name(cup, words), "day": naming.day(cup.ended or cup.made)}
    winners = (shown.winners or {}).get(cup.id)
    if not winners:
        return words("cup.club-over-nobody", **named)
    people = words.join([naming.person(player) for player in winners])
    return words("cup.club-over", player=people, **named)


def _begin(shown: Club, words: Words) -> tuple[Buttons, ...]:
    buttons = (
        *([Button(words("cup.begin"), NewCup(), Style.MAIN)] if shown.may_begin else []),
        *(season_buttons(words) if shown.may_open_league else ()),
    )
    return in_rows(buttons)


def season_buttons(words: Words) -> tuple[Button, ...]:
    """What is offered where a season begins."""
    return (Button(words("league.join"), JoinLeague()),)


def own_games(course: Course, running: Mapping[int, Listing], reader: Reader) -> Page:
    """One's own pairings in a cup, the newest first, with the ways to the games under way."""
    words = reader.words
    shown = Club(mine=(course,), running=running)
    told = [*_own_lines(course, shown, reader, live=False), *_own_byes(course, reader)]
    lines = told[:_MOST] or [words("club.no-games")]
    title = words("cup.own-title", cup=sheets.title(course, words))
    own = course.running(course.seat_of(reader.player or 0))
    opens = open_buttons([game.match for game in own if game.match in running], words)
    ways_on = table_button(course.cup, words), *round_button(course, words)
    return Page((Text("\n".join((title, *lines))), *in_rows((*opens, *ways_on))), Accent.BOARD)


def _own_lines(course: Course, shown: Club, reader: Reader, *, live: bool) -> Iterator[str]:
    """A line for each pairing of the reader; `live`: those under way alone, with the cup."""
    seat = course.seat_of(reader.player or 0)
    own = [pairing for pairing in course.pairings if seat in pairing.seats]
    for pairing in sorted(own, key=lambda pairing: (not pairing.pool, pairing.round), reverse=True):
        if live and pairing.key in course.decided:
            continue
        line = _pairing(course, pairing, seat or 0, shown, reader.words)
        yield f"**{sheets.title(course, reader.words)}** · {line}" if live else line


def _own_byes(course: Course, reader: Reader) -> Iterator[str]:
    """A line for each round before the final in which the reader has no opponent: no pairing."""
    words, seat = reader.words, course.seat_of(reader.player or 0)
    for tie in (tie for ties in reversed(course.bracket[:-1]) for tie in ties):
        if course.cup.form is Form.KNOCKOUT and {tie.first, tie.second} == {seat, NOBODY}:
            yield words("cup.own-through", round=sheets.tie_name(course, tie.key[0] + 1, words))


def _pairing(course: Course, pairing: Pairing, seat: int, shown: Club, words: Words) -> str:
    others = pairing.seats - {seat}
    other = naming.person(course.player(next(iter(others), None)))
    name = round_of(course, pairing, words)
    if pairing.given is not Given.PLAYED:
        if pairing.given is Given.HALF:
            return words("cup.own-half", round=name)
        has = pairing.given is Given.ONE and pairing.one == seat
        key = (
            ("cup.own-bye" if others == frozenset() else "cup.own-given") if has else "cup.own-lost"
        )
        return words(key, round=name, other=other)
    decided = course.decided.get(pairing.key)
    if decided:
        points = [naming.halves(decided.halves(entrant)) for entrant in (seat, *others)]
        line = words("cup.own-over", round=name, other=other, mine=points[0], theirs=points[1])
        return " · ".join((line, *goes_on(course, pairing, words)))
    games = [game for game in course.games_of.get(pairing.key, ()) if game.reason is None]
    running, player = shown.running or {}, course.player(seat)
    links = [game_link(game.match, player, running, words) for game in games]
    return words("cup.own-running", round=name, other=other, games=words.join(links))


def goes_on(course: Course, pairing: Pairing, words: Words) -> Iterator[str]:
    """Who wins a knock-out by its final, or goes on from another tie that ended equal; and why."""
    if course.cup.form is not Form.KNOCKOUT:
        return
    winner, is_final = course.through(pairing), pairing.round == len(course.bracket)
    if winner is None or (is_final and course.has_left(winner)):
        return
    why, player = _tie_break(course, pairing, words), naming.person(course.player(winner))
    if is_final:
        won = words("cup.won", count=1, player=player)
        yield f"{won} ({why})" if why else won
    elif why:
        yield words("cup.goes-on", player=player, why=why)


def _tie_break(course: Course, pairing: Pairing, words: Words) -> str:
    """What decides a tie in which both have as many points; empty where the points do."""
    decided = course.decided[pairing.key]
    if len({decided.halves(seat) for seat in pairing.seats}) > 1:
        return ""
    less, more = sorted(decided.taken(seat) for seat in pairing.seats)
    return words("cup.more-men" if more > less else "cup.better-seed", more=more, less=less)


def round_of(course: Course, pairing: Pairing, words: Words) -> str:
    """What the round of a pairing is called."""
    if course.cup.form is Form.KNOCKOUT:
        return sheets.tie_name(course, pairing.round, words)
    if course.groups and not pairing.pool:
        return sheets.pool_name(course, 0, words)
    return words("cup.round", number=pairing.round)
