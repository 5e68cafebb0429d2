"""Ratings: how strong players are, leaderboards, seasons, profiles.

The transaction that ends a game asks `game_of` (model.py) whether it counts, and writes what
`settle` works out: `rating` (a player on a server, or everywhere as server 0, in a family of
games), `seat` (what a game did to one player: curves, head to head and seasons are read from it),
`score`, `lean` (of a rule set), `rated` (which games counted, in order), `counted` and
`honour`. The arithmetic is in glicko.py. Everything but the honours follows from the games:
`konakis ratings rebuild` works it out again, `konakis check` compares. Seasons end with the first
heartbeat after them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.ratings import cases, posting
from bot.features.ratings.actions import profile, standings
from bot.features.ratings.pages import changes
from bot.service.services import Chore
from bot.service.strengths import Strengths
from bot.ui.app import Feature, no_lines
from bot.ui.pages.naming import when
from bot.ui.slots import (
    CARD_NOTES,
    CHALLENGE_LINES,
    CHALLENGE_NOTES,
    RESULT_LINES,
    SERVER_LINES,
    SETTINGS_LINES,
    WANTED_SHARE,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.engine_pool import EnginePool
    from bot.model.challenges import Challenge
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.services import Services
    from bot.store.store import Store
    from bot.ui.app import App, Interaction, Lines


def _states(store: Store, _: EnginePool) -> Iterable[object]:
    """Return the object that gives players' strengths to other features."""
    return (Strengths(partial(cases.strengths, store)),)


async def _result_lines(services: Services, record: Record) -> Lines:
    return partial(changes.change_lines, await cases.rating_changes(services, record))


async def _card_notes(services: Services, record: Record) -> Mapping[Player, str] | None:
    """Return both players' ratings after a game, if it counted."""
    changed = await cases.rating_changes(services, record)
    return {seat.player: str(round(seat.strength.rating)) for seat in changed.seats}


async def _challenge_lines(services: Services, challenge: Challenge) -> Lines:
    return partial(changes.stakes, await cases.stakes_of(services, challenge), challenge.terms)


async def _challenge_notes(services: Services, challenge: Challenge) -> Lines:
    return partial(changes.stakes_in_short, await cases.stakes_of(services, challenge))


async def _server_lines(services: Services, guild: int) -> Lines:
    ends = await cases.season_end(services, guild)
    if ends is None:
        return await no_lines()
    return lambda words: [words("season.in-server", when=when(ends, words))]


async def _settings_lines(app: App, interaction: Interaction) -> Lines:
    return await _server_lines(app.services, interaction.guild_id or 0)


FEATURE = Feature(
    name="ratings",
    commands=(standings.commands, profile.commands),
    actions=(standings, profile),
    posts=posting.POSTS,
    states=_states,
    chores=(Chore("end finished seasons", cases.end_seasons),),
    adds=(
        RESULT_LINES.by(_result_lines),
        CARD_NOTES.by(_card_notes),
        CHALLENGE_LINES.by(_challenge_lines),
        CHALLENGE_NOTES.by(_challenge_notes),
        SERVER_LINES.by(_server_lines),
        SETTINGS_LINES.by(_settings_lines),
        WANTED_SHARE.by(cases.wanted_share),
    ),
)
