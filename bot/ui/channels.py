"""How a channel is spoken to: in the language and look that its server chose, if it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service.model import Guild
from bot.ui.guests import spoken
from bot.ui.pages.reader import public

if TYPE_CHECKING:
    import discord

    from bot.service.house import House
    from bot.service.model import Person
    from bot.ui.pages.reader import Reader


async def reader_here(house: House, interaction: discord.Interaction[Any]) -> Reader:
    """For whoever reads where something was pressed or typed."""
    return await channel_reader(house, interaction.guild_id, spoken(interaction))


async def channel_reader(
    house: House, guild: int | None, locale: object, *players: Person
) -> Reader:
    """For whoever reads there. `locale`: what Discord says of the server; empty for nothing."""
    server = await house.store.guild(guild) if guild else Guild(0)
    return public(server.locale or str(locale or ""), *players, theme=server.theme)
