"""A team match as it stands: the card that all see, the same for one person; what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.teams.course import lined_up
from bot.features.teams.model import FEWEST, Team
from bot.model.club import Status
from bot.model.people import FORMER
from bot.ui.buttons import Press
from bot.ui.pages import club as hub
from bot.ui.pages import naming
from bot.ui.pages.club import card_link, joined, sure
from bot.ui.pages.page import (
    Accent,
    Button,
    Page,
    Picture,
    Style,
    Text,
    done_page,
    in_rows,
)
from render.versus import Board as DrawnBoard
from render.versus import Versus

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.features.teams.course import Board, Course
    from bot.features.teams.model import TeamMatch
    from bot.model.people import Player
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_PICTURE = "teams.png"


class OfContest(Press):
    """What is asked for of a team match."""

    contest: int


class JoinTeam(OfContest, verb="team-join"):
    """Have a seat in a team."""

    team: Team


class LeaveTeam(OfContest, verb="team-leave"):
    """Give the seat up; once it is played, that is asked first."""


class ConfirmLeavingTeam(OfContest, verb="team-leave-yes"):
    """Leave a team match that is played, and give up the games in it."""


class ShowContest(OfContest, verb="team"):
    """The team match, for oneself."""


class ShowTeamGames(OfContest, verb="team-games"):
    """One's own games in it."""


class BeginContest(OfContest, verb="team-begin"):
    """End the sign-up now."""


class CallOffContest(OfContest, verb="team-off"):
    """End it without a winner; that is asked first."""


class ConfirmCallingOffContest(OfContest, verb="team-off-yes"):
    """Do so."""


class PostContestCard(OfContest, verb="team-card"):
    """Post its card anew."""


def card(course: Course, reader: Reader, names: DrawnNames) -> Page:
    """What all see: one message, edited as the team match goes on."""
    words, contest = reader.words, course.contest
    buttons: tuple[Button, ...] = ()
    if contest.status is Status.OPEN:
        leave = Button(words("club.leave"), LeaveTeam(contest.id))
        buttons = (*_joining(contest, words), leave)
    elif course.boards:
        buttons = (Button(words("club.own-games"), ShowTeamGames(contest.id)),)
    accent = Accent.OPEN if contest.status is Status.OPEN else Accent.BOARD
    blocks = (*_body(course, reader, names), *in_rows(buttons))
    return Page(blocks, accent if contest.is_live else Accent.QUIET)


def _joining(contest: TeamMatch, words: Words) -> Iterator[Button]:
    for team in Team:
        label = words("team.join", team=team_name(contest, team))
        yield Button(label, JoinTeam(contest.id, team), Style.MAIN)


def own(course: Course, reader: Reader, names: DrawnNames, *, keeps_order: bool = False) -> Page:
    """The same for one person, with what they can do."""
    buttons = (*_own_buttons(course, reader), *(_keeping(course, reader) if keeps_order else ()))
    accent = Accent.BOARD if course.contest.is_live else Accent.QUIET
    return Page((*_body(course, reader, names), *in_rows(buttons)), accent)


def _own_buttons(course: Course, reader: Reader) -> Iterator[Button]:
    words, contest = reader.words, course.contest
    member = course.member(reader.player)
    if contest.status is Status.OPEN and member is None:
        yield from _joining(contest, words)
    if member and course.boards:
        yield Button(words("club.own-games"), ShowTeamGames(contest.id))
    if contest.is_live and course.may_leave(member):
        yield Button(words("club.leave"), LeaveTeam(contest.id))


def _keeping(course: Course, reader: Reader) -> Iterator[Button]:
    """What its maker and moderators may do."""
    words, contest = reader.words, course.contest
    if contest.status is Status.OPEN and lined_up(course, {}):
        yield Button(words("club.begin-now"), BeginContest(contest.id))
    yield Button(words("club.post-card"), PostContestCard(contest.id))
    if contest.is_live:
        yield Button(words("club.call-off"), CallOffContest(contest.id))


# What stands in it


def title(contest: TeamMatch, words: Words) -> str:
    """Who meets whom."""
    return words("team.title", **_team_names(contest))


def team_name(contest: TeamMatch, team: Team) -> str:
    """What a team is called within a sentence."""
    return naming.isolated(contest.name(team))


def _team_names(contest: TeamMatch) -> Mapping[str, str]:
    return {team.value: team_name(contest, team) for team in Team}


def score(course: Course, words: Words) -> str:
    """What the two teams have."""
    red, blue = (naming.halves(course.score(team)) for team in Team)
    return words("team.score", **_team_names(course.contest), first=red, second=blue)


def standing(course: Course, words: Words, link: str = "") -> str:
    """The score, and how many boards are to go; or how it ended. `link`: the way to its card."""
    contest, said = course.contest, score(course, words)
    if contest.status is Status.OVER:
        return _ending(course, words)
    to_go = words("team.to-go", count=course.to_go)
    if contest.status is Status.CALLED_OFF:
        to_go = words("team.called-off")
    return words("team.standing", score=f"[{said}]({link})" if link else said, boards=to_go)


def _ending(course: Course, words: Words) -> str:
    winner = course.winner
    if winner is None:
        return words("team.drawn", score=score(course, words))
    return words("team.won", score=score(course, words), team=team_name(course.contest, winner))


def facts(contest: TeamMatch, words: Words, boards: int = 0) -> str:
    """Rules, pace and what else is to be known in a line; `boards`: on which it is played."""
    parts = [
        words("team.boards", count=boards or contest.boards),
        naming.title(contest.rules, words),
        naming.pace(contest.pace, words),
        words(f"club.games.{contest.games}"),
        words("club.rated" if contest.rated else "club.friendly"),
    ]
    return " · ".join(parts)


def _body(course: Course, reader: Reader, names: DrawnNames) -> tuple[Block, ...]:
    words, contest = reader.words, course.contest
    lines = [f"### {title(contest, words)}", f"-# {facts(contest, words, len(course.boards))}"]
    if not course.boards:
        return (Text("\n".join([*lines, *_joined(course, words)])),)
    lines.append(standing(course, words))
    told = [board_line(board, words, reader.player) for board in course.boards]
    told += _reserve(course, words)
    return Text("\n".join(lines)), _picture(course, reader, names), Text("\n".join(told))


def _joined(course: Course, words: Words) -> Iterator[str]:
    """Until when one may join, and who is in which team; or why it was called off."""
    contest = course.contest
    if contest.status is Status.OPEN:
        day = f"<t:{contest.closes}:f>"
        yield words("club.open", when=naming.when(contest.closes, words), day=day)
    elif lined_up(course, {}):
        yield words("team.called-off")
    else:
        yield words("team.too-few", count=FEWEST)
    for team in Team:
        members = [naming.person(member.player) for member in course.of(team)]
        key = "team.members" if members else "team.nobody"
        called = {"team": team_name(contest, team), "people": ", ".join(members)}
        yield words(key, count=len(members), size=contest.boards, **called)


def _reserve(course: Course, words: Words) -> Iterator[str]:
    if reserve := course.reserve:
        people = ", ".join(naming.person(member.player) for member in reserve)
        yield words("team.reserve", count=len(reserve), people=people)


def board_line(board: Board, words: Words, player: Player | None = None) -> str:
    """A board in words; of one that goes on, the points so far."""
    own = any(m.player == player != FORMER for m in (board.red, board.blue))
    line = words(
        "team.board-over" if board.is_over else "team.board",
        board=board.number,
        red=naming.person(board.red.player),
        blue=naming.person(board.blue.player),
        first=naming.halves(board.red_halves),
        second=naming.halves(board.blue_halves),
    )
    return words("team.own-board", line=line) if own else line


def _picture(course: Course, reader: Reader, names: DrawnNames) -> Picture:
    words, contest = reader.words, course.contest
    boards = tuple(_drawn(board, names, words) for board in course.boards)
    red, blue = (naming.halves(course.score(team)) for team in Team)
    numbered = words("team.numbered", number=1), words("team.numbered", number=2)
    drawn = Versus(boards, (contest.red, contest.blue), (red, blue), numbered)
    alt = words("team.alt", score=score(course, words))
    return Picture(_PICTURE, drawn, alt, "", reader.show, reader.theme)


def _drawn(board: Board, names: DrawnNames, words: Words) -> DrawnBoard:
    red, blue = (names.of(member.player, words) for member in (board.red, board.blue))
    return DrawnBoard(
        str(board.number),
        red[0],
        blue[0],
        naming.halves(board.red_halves),
        naming.halves(board.blue_halves),
        is_over=board.is_over,
        usernames=(red[1], blue[1]),
    )


# Answers


def leaving(course: Course, words: Words) -> Page:
    """The question before one leaves a team match that is played."""
    yes = Button(words("club.leave-yes"), ConfirmLeavingTeam(course.contest.id), Style.GRAVE)
    return _sure("team.leave-sure", yes, "club.stay", course, words)


def calling_off(course: Course, words: Words) -> Page:
    """The question before it is ended without a winner."""
    yes = Button(words("club.call-off"), ConfirmCallingOffContest(course.contest.id), Style.GRAVE)
    return _sure("team.call-off-sure", yes, "club.go-on", course, words)


def _sure(question: str, yes: Button, no: str, course: Course, words: Words) -> Page:
    back = Button(words(no), ShowContest(course.contest.id))
    return sure(words(question, teams=title(course.contest, words)), yes, back)


def done(
    key: str, course: Course, words: Words, team: Team | None = None, *, blocked: bool = False
) -> Page:
    """That it was done, with the way to the team match.

    `blocked`: the reader has blocked one of the other team.
    """
    contest = course.contest
    named = {"team": team_name(contest, team)} if team else {}
    named["channel"] = naming.channel(contest.card_in)
    sentence = words(f"team.done.{key}", teams=title(contest, words), **named)
    if key == "joined":
        sentence = joined(sentence, contest.pace, words)
    if blocked:
        sentence += "\n" + words("club.blocked-in-it")
    return done_page(sentence, (Button(words("club.show"), ShowContest(contest.id)),))


def result(course: Course, reader: Reader, pinged: tuple[Player, ...] = ()) -> Page:
    """How it ended, or that it did not begin, told once. `pinged`: who is."""
    words, contest = reader.words, course.contest
    over = contest.status is Status.OVER
    if over:
        lines = [_ending(course, words), *(board_line(board, words) for board in course.boards)]
    else:
        lines = [f"### {title(contest, words)}", *_joined(course, words)]
    if link := card_link(contest):
        lines.append(words("club.to-card", link=link))
    return Page((Text("\n".join(lines)),), Accent.OVER if over else Accent.QUIET, pings=pinged)


# Elsewhere


def of_game(course: Course, board: Board, words: Words) -> str:
    """The team match and the board, for the small print of a game."""
    return words("team.of-game", teams=title(course.contest, words), board=board.number)


def not_begun(board: Board, match: int, words: Words) -> Iterator[str]:
    """For whom a game counts that was not begun."""
    players = {member.seat: member.player for member in (board.red, board.blue)}
    for game in board.games:
        if game.match == match:
            yield from hub.not_begun(game, board.games, players.__getitem__, words)


def of_board(course: Course, board: Board, words: Words) -> Iterator[str]:
    """What is said under a result: how the two stand, and once it is over, how the teams do."""
    yield of_game(course, board, words)
    if board.is_over:
        yield board_line(board, words)
        yield standing(course, words) if course.to_go else _ending(course, words)
