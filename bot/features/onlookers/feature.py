"""Onlookers: people who follow a game that others play, or guess who wins it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.onlookers import actions, cases, guess_pages, pages, posting
from bot.ui.app import Feature, no_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.model.matches import Record
    from bot.model.times import Instant
    from bot.service.services import Services
    from bot.ui.app import Lines
    from bot.ui.pages.page import Buttons
    from bot.ui.words import Words


async def _board_rows(services: Services, record: Record) -> Callable[[Words], Sequence[Buttons]]:
    guesses = await cases.guesses(services, record)
    return partial(guess_pages.buttons, record, guesses) if guesses else lambda _: ()


async def _result_lines(services: Services, record: Record) -> Lines:
    guesses = await cases.outcome(services, record)
    return partial(guess_pages.outcome, guesses) if guesses else await no_lines()


async def _season_lines(services: Services, guild: int, since: Instant, until: Instant) -> Lines:
    return partial(guess_pages.best, await cases.best(services, guild, since, until))


FEATURE = Feature(
    name="onlookers",
    actions=(actions,),
    posts=posting.POSTS,
    board_buttons=pages.buttons,
    board_rows=_board_rows,
    digest_blocks=posting.digest_blocks,
    result_lines=_result_lines,
    season_lines=_season_lines,
)
