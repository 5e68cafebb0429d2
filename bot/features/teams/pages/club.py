"""Team matches in the club: what is under way here; one's own games in one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.teams.pages import contest as pages
from bot.features.teams.pages.contest import ShowContest
from bot.model.club import Status
from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages.club import card_link, game_link, open_buttons, ways
from bot.ui.pages.page import Accent, Button, Buttons, Page, Text, in_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.teams.course import Board, Course
    from bot.features.teams.model import Member
    from bot.model.matches import Listing
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class NewContest(Press, verb="team-new"):
    """Fill in the form of a new team match."""


@dataclass(frozen=True, slots=True)
class Club:
    """What a person sees of the team matches of a server, and of their own elsewhere."""

    courses: Sequence[Course] = ()
    running: Mapping[int, Listing] | None = None  # one's running games, by number
    may_begin: bool = False


def club(shown: Club, reader: Reader) -> tuple[Block, ...]:
    """What the club has of team matches; nothing where there are none, but how to begin one."""
    words = reader.words
    own = [told for course in shown.courses for told in _under_way(course, shown, reader)]
    lines = [line(course, words) for course in shown.courses]
    named = [(pages.title(c.contest, words), ShowContest(c.contest.id)) for c in shown.courses]
    begin = [Button(words("team.begin"), NewContest())] if shown.may_begin else []
    mine = [words("team.club-own"), *own] if own else []
    text = (Text("\n".join([*mine, words("team.here"), *lines])),) if lines else ()
    return (*text, *ways(named, "teams", words), *in_rows(begin))


def _under_way(course: Course, shown: Club, reader: Reader) -> Iterator[str]:
    """The reader's board, while games of theirs at it go on."""
    words, member = reader.words, course.member(reader.player)
    for board in course.boards if member else ():
        if member in {board.red, board.blue} and not board.is_over:
            links = words.join(_links(board, member, shown.running or {}, words))
            yield f"**{pages.of_game(course, board, words)}** · {links}"


def line(course: Course, words: Words, *, link: bool = False) -> str:
    """One of a server, and how far it is; `link`: with the way to its card."""
    contest, title = course.contest, pages.title(course.contest, words)
    card = card_link(contest) if link else ""
    if contest.status is Status.OPEN:
        return words(
            "team.club-open",
            teams=f"[{title}]({card})" if card else title,
            when=naming.when(contest.closes, words),
            count=len(course.members),
            size=2 * contest.boards,
        )
    return pages.standing(course, words, card)


def own_games(course: Course, running: Mapping[int, Listing], reader: Reader) -> Page:
    """One's own board, with the ways to the games under way."""
    words = reader.words
    member = course.member(reader.player)
    lines = [words("team.own-title", teams=pages.title(course.contest, words))]
    lines += _own_lines(course, member, running, words) if member else []
    games = [game.match for game in course.running(member)] if member else []
    opens = open_buttons([number for number in games if number in running], words)
    back = Button(words("cup.table"), ShowContest(course.contest.id))
    return Page((Text("\n".join(lines)), Buttons((*opens, back))), Accent.BOARD)


def _own_lines(
    course: Course, member: Member, running: Mapping[int, Listing], words: Words
) -> Iterator[str]:
    board = next((board for board in course.boards if board.number == member.board), None)
    if board is None:
        yield words("team.no-board")
        return
    yield pages.board_line(board, words)
    if links := _links(board, member, running, words):
        yield words.join(links)


def _links(
    board: Board, member: Member, running: Mapping[int, Listing], words: Words
) -> Sequence[str]:
    games = [game.match for game in board.games if game.reason is None]
    return [game_link(number, member.player, running, words) for number in games]
