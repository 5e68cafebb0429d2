"""Team matches: two teams of a server, board against board, from the sign-up to the last game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.teams import actions, cases, posting
from bot.features.teams.pages import club, contest
from bot.service.services import Chore
from bot.ui.app import Feature, no_lines
from bot.ui.slots import BOARD_NOTES, CLUB_BLOCKS, RESULT_LINES, SERVER_LINES

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.service.services import Services
    from bot.ui.app import Lines


async def _board_notes(services: Services, record: Record) -> Lines:
    """Of which team match a game is."""
    of_teams = None if record.challenge else await cases.course_with(services, record.id)
    return (lambda words: [contest.of_game(*of_teams, words)]) if of_teams else await no_lines()


async def _result_lines(services: Services, record: Record) -> Lines:
    """What a game meant for its team match."""
    of_teams = None if record.challenge else await cases.course_with(services, record.id)
    if of_teams is None:
        return await no_lines()
    return lambda words: (
        *contest.not_begun(of_teams[1], record.id, words),
        *contest.of_board(*of_teams, words),
    )


async def _server_lines(services: Services, guild: int) -> Lines:
    courses = await cases.live_in(services, guild)
    return lambda words: [club.line(course, words, link=True) for course in courses]


FEATURE = Feature(
    name="teams",
    actions=(actions,),
    posts=posting.POSTS,
    chores=(Chore("look at the team matches", cases.look_at_contests, each_round=True),),
    adds=(
        BOARD_NOTES.by(_board_notes),
        RESULT_LINES.by(_result_lines),
        CLUB_BLOCKS.by(actions.club_blocks),
        SERVER_LINES.by(_server_lines),
    ),
)
