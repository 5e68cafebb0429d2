"""Ratings: how strong players are, tables, seasons, profiles."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.ratings import cases, posting
from bot.features.ratings.actions import profile, standings
from bot.features.ratings.pages import changes
from bot.features.ratings.rebuild import renew_ratings
from bot.service.services import Chore
from bot.ui.app import Feature

if TYPE_CHECKING:
    from bot.model.challenges import Challenge
    from bot.model.matches import Record
    from bot.service.services import Services
    from bot.ui.app import Lines


async def _result_lines(services: Services, record: Record) -> Lines:
    return partial(changes.told, await cases.told(services, record))


async def _challenge_lines(services: Services, challenge: Challenge) -> Lines:
    return partial(changes.stakes, await cases.stakes_of(services, challenge), challenge.terms)


FEATURE = Feature(
    name="ratings",
    commands=(standings.commands, profile.commands),
    actions=(standings, profile),
    posts=posting.POSTS,
    chores=(Chore("end the seasons that are over", cases.end_seasons),),
    prepare=renew_ratings,
    result_lines=_result_lines,
    challenge_lines=_challenge_lines,
    pairing=cases.pairing,
)
