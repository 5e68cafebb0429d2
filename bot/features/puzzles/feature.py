"""Puzzles: one for each day, others by number, and new ones from finished games.

A puzzle is no match: its buttons carry the moves so far, and solving.py has the engine's processes
judge them. The stock is in engine/puzzles/, with the weeks that give each day its puzzle. A
finished game waits in `unsearched` until finder.py has it searched while the engine is idle; a
puzzle found there gets its own number, in the transaction that ends the wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.puzzles import actions, pages, posting
from bot.features.puzzles.daily import newest_of, post_daily
from bot.features.puzzles.finder import PuzzleFinder
from bot.features.puzzles.solving import solved_by
from bot.features.puzzles.stock import book
from bot.service.services import Chore
from bot.ui.app import Feature, no_lines
from bot.ui.slots import PROFILE_LINES, SERVER_LINES, SETTINGS_BLOCKS, SETTINGS_LINES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine_pool import EnginePool
    from bot.model.people import Player
    from bot.service.services import Services
    from bot.store.store import Store
    from bot.ui.app import Lines
    from bot.ui.words import Words


def _states(_: Store, engine: EnginePool) -> Iterable[object]:
    """Return the stock of puzzles, and the finder of new ones."""
    return book(), PuzzleFinder(engine)


async def _find(services: Services) -> None:
    """Look for a puzzle in each finished game."""
    if finder := services.state(PuzzleFinder):
        await finder.run(services)


async def _profile_lines(services: Services, player: Player) -> Lines:
    solved = await solved_by(services, player)

    def lines(words: Words) -> Iterator[str]:
        if solved.puzzles:
            yield words("profile.puzzles", count=solved.puzzles, first=solved.first)
        if solved.days > 1:
            yield words("profile.days", count=solved.days)
        if solved.most_days > max(1, solved.days):
            yield words("profile.most-days", count=solved.most_days)

    return lines


async def _server_lines(services: Services, guild: int) -> Lines:
    newest = await newest_of(services, guild)
    return (lambda words: [pages.in_server(*newest, words)]) if newest else await no_lines()


FEATURE = Feature(
    name="puzzles",
    commands=(actions.commands,),
    actions=(actions,),
    posts=posting.POSTS,
    states=_states,
    tasks=(_find,),
    chores=(Chore("post the puzzle of the day", post_daily, each_look=True),),
    adds=(
        PROFILE_LINES.by(_profile_lines),
        SERVER_LINES.by(_server_lines),
        SETTINGS_BLOCKS.by(actions.setting),
        SETTINGS_LINES.by(actions.lines),
    ),
)
