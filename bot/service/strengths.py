"""How strong players are known to be: what one feature works out, and others ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

    from bot.model.people import Player
    from bot.service.services import Services


@dataclass(frozen=True, slots=True)
class Strengths:
    """What a feature keeps in `Services.state` for the others.

    `of`: the ratings of those of these players who have one in this server, by these rules, and who
    want it known.
    """

    of: Callable[[int, str, Collection[Player]], Awaitable[Mapping[Player, float]]]


async def strengths(
    services: Services, guild: int, rules: str, players: Collection[Player]
) -> Mapping[Player, float]:
    """The ratings that are known of these players; nothing where no feature knows any."""
    known = services.state(Strengths)
    return await known.of(guild, rules, players) if known else {}
