"""A small bot for the sandbox's own tests, run as a real process: `python bot.py`.

It takes where to connect from its environment, keeps nothing, and does one thing for each test.
"""

import asyncio
import io
import os
import sys
from typing import Any, Literal, cast

import discord
import yarl
from bot_parts import TREES, Card, Counter, Menus, Questions
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pixel import PIXEL


class Bot(discord.Client):
    """The client with its commands."""

    def __init__(self, **more: Any) -> None:  # noqa: ANN401  (what discord.Client takes)
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        nobody = discord.AllowedMentions.none()
        super().__init__(intents=intents, max_messages=None, allowed_mentions=nobody, **more)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register what outlives the process, and the commands."""
        self.add_dynamic_items(Counter)
        for register in (speaking, growing, showing, reaching, pointing):
            register(self.tree)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait between shards."""

    async def on_message(self, message: discord.Message) -> None:
        """Say what it could read of what others write."""
        if not message.author.bot:
            await message.channel.send(f"read: {message.content!r}")

    async def on_resumed(self) -> None:
        """Say so in the process's own words."""
        sys.stdout.write("resumed\n")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The same."""
        sys.stdout.write(f"left {guild.name}\n")


class ShardedBot(Bot, discord.AutoShardedClient):
    """The same over several connections."""


Asked = discord.Interaction[Bot]
Tree = app_commands.CommandTree[Bot]


def speaking(tree: Tree) -> None:
    """Answers of every kind."""

    @tree.command(description="Answers at once")
    async def say(interaction: Asked, text: str, private: bool = False) -> None:  # noqa: FBT001, FBT002  (an option of the command)
        await interaction.response.send_message(text, ephemeral=private)

    @tree.command(description="Never answers")
    async def silent(interaction: Asked) -> None:
        del interaction

    @tree.command(description="Several answers")
    async def several(interaction: Asked, number: int) -> None:
        await interaction.response.send_message("0")
        try:
            for each in range(1, number + 1):
                await interaction.followup.send(str(each))
        except discord.HTTPException as refusal:
            sys.stdout.write(f"refused {refusal.code}\n")

    @tree.command(description="Waits, in private or not")
    async def later(interaction: Asked, private: bool) -> None:  # noqa: FBT001  (an option of the command)
        await interaction.response.defer(thinking=True, ephemeral=private)
        await interaction.followup.send("now")


def growing(tree: Tree) -> None:
    """Subcommands with options, autocompletion, translations and use everywhere."""
    group = app_commands.Group(
        name="grove",
        description="Trees",
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        ),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )

    @group.command(description="Plants one")
    @app_commands.describe(tree="Which", friend="With whom", depth="How deep")
    async def plant(
        interaction: Asked,
        tree: str,
        friend: discord.User | None = None,
        depth: app_commands.Range[int, 1, 9] = 1,
    ) -> None:
        with_whom = friend.name if friend else "nobody"
        where = "in a guild" if interaction.guild_id else "apart"
        locales = f"{interaction.locale.value}/{interaction.guild_locale}"
        await interaction.response.send_message(f"{tree} {depth} {with_whom} {where} {locales}")

    @plant.autocomplete("tree")
    async def trees(interaction: Asked, current: str) -> list[app_commands.Choice[str]]:
        del interaction
        found = [each for each in TREES if each.startswith(current.lower())]
        return [app_commands.Choice(name=each.title(), value=each) for each in found]

    @group.command(description="Weighs a leaf")
    async def weigh(interaction: Asked, leaf: discord.Attachment) -> None:
        await interaction.response.send_message(f"{leaf.filename} weighs {leaf.size}")

    @group.command(description="Everything that an option can be")
    async def sort(
        interaction: Asked,
        kind: Literal["leaf", "needle"],
        height: float,
        where: discord.TextChannel,
        who: discord.Role,
    ) -> None:
        await interaction.response.send_message(f"{kind} {height} #{where.name} @{who.name}")

    tree.add_command(group)


def showing(tree: Tree) -> None:
    """Buttons, menus, pictures and modals."""

    @tree.command(description="Shows a card")
    async def card(interaction: Asked) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(
            view=Card(f"Hello {interaction.user.mention}", 1),
            attachments=[discord.File(io.BytesIO(PIXEL), "board.png")],
        )

    @tree.command(description="Shows a picture in an embed")
    async def picture(interaction: Asked) -> None:
        embed = discord.Embed(title="A picture", description=f"for {interaction.user.mention}")
        embed.set_image(url="attachment://pixel.png")
        file = discord.File(io.BytesIO(PIXEL), "pixel.png", description="one pixel")
        await interaction.response.send_message(embed=embed, file=file)

    @tree.command(description="Counts")
    async def count(interaction: Asked) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Counter(0))
        await interaction.response.send_message("0", view=view)

    @tree.command(description="Offers menus")
    async def menus(interaction: Asked) -> None:
        await interaction.response.send_message("choose", view=Menus(timeout=None))

    @tree.command(description="Asks")
    async def ask(interaction: Asked) -> None:
        await interaction.response.send_modal(Questions())


def reaching(tree: Tree) -> None:
    """Messages apart from the interaction's token."""

    @tree.command(description="Posts into the channel and tells a member")
    async def ping(interaction: Asked, who: discord.User) -> None:
        channel = cast("discord.TextChannel", interaction.channel)
        only_them = discord.AllowedMentions(users=[who])
        await interaction.response.send_message("pinging", ephemeral=True)
        await channel.send(f"your turn, {who.mention}", allowed_mentions=only_them, nonce="turn-1")
        message = await channel.send(f"not you, {who.mention}")
        await message.edit(content=f"still not you, {who.mention}", allowed_mentions=only_them)

    @tree.command(description="Writes in private")
    async def whisper(interaction: Asked, who: discord.User) -> None:
        try:
            await who.send("psst")
        except discord.Forbidden as refusal:
            await interaction.response.send_message(f"refused {refusal.code}", ephemeral=True)
        else:
            await interaction.response.send_message("whispered", ephemeral=True)

    @tree.command(description="Starts a thread")
    async def thread(interaction: Asked, name: str) -> None:
        channel = cast("discord.TextChannel", interaction.channel)
        await interaction.response.send_message("threading", ephemeral=True)
        kind = discord.ChannelType.public_thread
        started = await channel.create_thread(name=name, type=kind)
        await started.send("first")


def pointing(tree: Tree) -> None:
    """Commands in the menus of people and messages."""

    @tree.context_menu(name="Greet")
    async def greet(interaction: Asked, user: discord.User) -> None:
        await interaction.response.send_message(f"hello {user.name}")

    @tree.context_menu(name="Quote")
    async def quote(interaction: Asked, message: discord.Message) -> None:
        await interaction.response.send_message(f"> {message.content}")


async def main() -> None:
    """Connect to where the environment says."""
    Route.BASE = os.environ["SANDBOX_API"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["SANDBOX_GATEWAY"])
    discord.Asset.BASE = os.environ["SANDBOX_CDN"]  # pyright: ignore[reportAttributeAccessIssue]  # it is a constant
    discord.utils.setup_logging()
    shards = int(os.environ.get("SANDBOX_SHARDS", "0"))
    async with ShardedBot(shard_count=shards) if shards else Bot() as bot:
        await bot.start(os.environ["SANDBOX_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
