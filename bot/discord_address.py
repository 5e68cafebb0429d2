"""Points discord.py at another Discord than its own: the sandbox's, or a test's.

discord.py has no setting for that, so this changes values that its documents don't name. Found in
discord.py 2.7.1. A bot on Discord itself never calls this.

Invariant: only this file and bot/discord_reading.py reach into discord.py, as
tests/test_public_parts.py watches.
"""

from __future__ import annotations

import discord
from yarl import URL


def talk_to(api: str, gateway: str) -> None:
    """Have discord.py send its requests to `api`, and connect to the gateway at `gateway`."""
    # Imported here, so that no host's bot depends on their place in discord.py.
    from discord.gateway import DiscordWebSocket  # noqa: PLC0415
    from discord.http import Route  # noqa: PLC0415

    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
    discord.Asset.BASE = str(URL(api).origin())  # pyright: ignore[reportAttributeAccessIssue]  declared as the one address
