"""Cups: tournaments that a server plays by itself, from the sign-up to the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.cups import actions, cases, posting
from bot.features.cups.course import is_in_thread
from bot.features.cups.pages import club, results
from bot.service.services import Chore
from bot.ui.app import Feature, ThreadStart, no_lines
from bot.ui.slots import (
    BOARD_NOTES,
    CLUB_BLOCKS,
    PROFILE_LINES,
    RESULT_LINES,
    SEASON_BUTTONS,
    SERVER_LINES,
    THREAD_START,
)

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.services import Services
    from bot.ui.app import Lines


async def _board_notes(services: Services, record: Record) -> Lines:
    """Of which cup a game is."""
    of_cup = None if record.challenge else await cases.course_with(services, record.id)
    return (lambda words: [results.of_game(*of_cup, words)]) if of_cup else await no_lines()


async def _result_lines(services: Services, record: Record) -> Lines:
    """What a game meant for its cup."""
    of_cup = await cases.course_with(services, record.id)
    if of_cup is None:
        return await no_lines()
    return lambda words: (
        *results.not_begun(*of_cup, record.id, words),
        *results.of_pairing(*of_cup, words),
    )


async def _profile_lines(services: Services, player: Player) -> Lines:
    won = await cases.winners(services, player)
    return lambda words: results.titles(won, words)


async def _server_lines(services: Services, guild: int) -> Lines:
    courses = await cases.live_in(services, guild)
    return lambda words: [club.line(course, words, link=True) for course in courses]


async def _thread_start(services: Services, record: Record) -> ThreadStart | None:
    """A final and a league are played in a thread of the card, if that is still there."""
    of_cup = await cases.course_with(services, record.id)
    if of_cup is None or not of_cup[0].cup.message or not is_in_thread(*of_cup):
        return None
    course = of_cup[0]
    return ThreadStart(course.cup.message or 0, lambda words: results.thread(course, words))


FEATURE = Feature(
    name="cups",
    actions=(actions,),
    posts=posting.POSTS,
    chores=(Chore("look at the cups", cases.look_at_cups, each_round=True),),
    adds=(
        BOARD_NOTES.by(_board_notes),
        RESULT_LINES.by(_result_lines),
        PROFILE_LINES.by(_profile_lines),
        CLUB_BLOCKS.by(actions.club_blocks),
        SERVER_LINES.by(_server_lines),
        SEASON_BUTTONS.by(club.season_buttons),
        THREAD_START.by(_thread_start),
    ),
)
