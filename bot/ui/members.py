"""Asks Discord which players have left a server.

Invariant: while Discord doesn't answer, nobody counts as gone.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.model.people import Player


class Members:
    """The members of servers. Finds nobody gone until `client` is set."""

    def __init__(self) -> None:
        self.client: discord.Client | None = None

    async def left(self, guild: int, players: Collection[Player]) -> frozenset[Player]:
        """Return the players who aren't in a server. Asks once for up to 100."""
        server = self.client and self.client.get_guild(guild)
        if not server or server.unavailable or not players:
            return frozenset()
        there: set[Player] = set()
        with suppress(asyncio.TimeoutError, RuntimeError, discord.ClientException):
            members = await server.query_members(user_ids=[*players], limit=100, cache=False)
            there = {member.id for member in members}
        return frozenset([p for p in players if p not in there and await _is_unknown(server, p)])


async def _is_unknown(server: discord.Guild, player: Player) -> bool:
    """Whether Discord says that a person isn't a member; a list without them doesn't prove it."""
    try:
        await server.fetch_member(player)
    except discord.NotFound:
        return True
    except (OSError, discord.DiscordException):
        return False
    return False
