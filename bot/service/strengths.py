"""Players' known ratings: one feature computes them, and others can ask for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.service.services import Services


@dataclass(frozen=True, slots=True)
class Strengths:
    """A feature's way to look up ratings, kept in `Services.state` for the other features.

    `of`: returns the ratings that these players have in this server with these rules, and want
    known; with a moment, only those that are certain then.
    """

    of: Callable[[int, str, Collection[Player], Instant | None], Awaitable[Mapping[Player, float]]]


async def strengths(
    services: Services, guild: int, rules: str, players: Collection[Player], *, sure: bool = False
) -> Mapping[Player, float]:
    """Return the known ratings of these players; empty if no feature has any.

    `sure`: without ratings of few games, which say little yet.
    """
    known, at = services.state(Strengths), services.now() if sure else None
    return await known.of(guild, rules, players, at) if known else {}
