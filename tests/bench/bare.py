"""The peer: as little of a bot as can be, which answers the same commands with a constant picture.

It knows no rules and keeps nothing. It is connected exactly as Konakis is, so that what Konakis
costs beyond it is Konakis's own work.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.discord_address import talk_to

Interaction = discord.Interaction[Any]

BOARD = "BARE_BOARD"  # the variable that names the picture's file
_MOVES = [f"e2-{file}{rank}" for file in "abcde" for rank in range(1, 6)]


def tablut(board: Path) -> app_commands.Group:
    """/tablut move, /tablut games and /tablut leaderboard."""
    group = app_commands.Group(name="tablut", description="The commands that are measured")

    @group.command(description="Play a move")
    async def move(interaction: Interaction, move: str, game: str | None = None) -> None:
        del game
        await interaction.response.send_message(f"You played {move}.", ephemeral=True)
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        await channel.send(f"{interaction.user.mention} played {move}.", file=discord.File(board))

    @move.autocomplete("move")
    async def moves(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=move, value=move) for move in _MOVES if current in move]

    @group.command(description="List the games")
    async def games(interaction: Interaction) -> None:
        await interaction.response.send_message("No games.", ephemeral=True)

    @group.command(description="Show a table")
    async def leaderboard(interaction: Interaction) -> None:
        await interaction.response.send_message(file=discord.File(board), ephemeral=True)

    return group


class Bare(discord.AutoShardedClient):
    """Connected as Konakis is."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the commands."""
        self.tree.add_command(tablut(Path(os.environ[BOARD])))
        await self.tree.sync()


async def main() -> None:
    """Connect to where the environment says."""
    talk_to(os.environ["KONAKIS_API"], os.environ["KONAKIS_GATEWAY"])
    async with Bare() as bot:
        await bot.start(os.environ["KONAKIS_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
