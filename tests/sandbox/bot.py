"""A small bot for the sandbox's own tests, run as a real process: `python -m tests.sandbox.bot`.

It takes where to connect from its environment, keeps nothing, and does one thing for each test.
"""

import asyncio
import io
import os
import re
import sys
from typing import Any, Literal, Self, TypeVar, cast

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.sandbox.pixel import PIXEL

TREES = ["ash", "aspen", "birch", "rowan", "willow"]


class Counter(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"count:(?P<number>\d+)"
):
    """A button whose whole state is in its custom id, so that it outlives the process."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """The button as it was pressed."""
        del interaction, item
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Count on."""
        number = self.number + 1
        if interaction.message and interaction.message.flags.components_v2:
            await interaction.response.edit_message(view=Card(f"Card {number}", number))
            return
        view = discord.ui.View(timeout=None)
        view.add_item(Counter(number))
        await interaction.response.edit_message(content=str(number), view=view)


class Card(discord.ui.LayoutView):
    """Components V2: text, a picture with its alt text, and a button that lasts."""

    def __init__(self, text: str, number: int) -> None:
        super().__init__(timeout=None)
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
        row.add_item(Counter(number))
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://board.png", description="one blue pixel")
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay(text),
                gallery,
                discord.ui.Separator(),
                row,
                accent_colour=0x336699,
            )
        )


class Questions(discord.ui.Modal, title="Questions"):
    """A modal with a field of every kind."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    name: discord.ui.Label[Any] = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(custom_id="name", max_length=20)
    )
    tree: discord.ui.Label[Any] = discord.ui.Label(
        text="Tree",
        component=discord.ui.Select(
            custom_id="tree",
            options=[discord.SelectOption(label=tree.title(), value=tree) for tree in TREES],
        ),
    )
    friend: discord.ui.Label[Any] = discord.ui.Label(
        text="Friend", component=discord.ui.UserSelect(custom_id="friend", required=False)
    )
    side: discord.ui.Label[Any] = discord.ui.Label(
        text="Side",
        component=discord.ui.RadioGroup(
            custom_id="side",
            options=[
                discord.RadioGroupOption(label="Light", value="l"),
                discord.RadioGroupOption(label="Dark", value="d"),
            ],
        ),
    )
    extras: discord.ui.Label[Any] = discord.ui.Label(
        text="Extras",
        component=discord.ui.CheckboxGroup(
            custom_id="extras",
            required=False,
            options=[
                discord.CheckboxGroupOption(label="Clock", value="clock"),
                discord.CheckboxGroupOption(label="Notes", value="notes"),
            ],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Say what was filled in."""
        name = cast("discord.ui.TextInput[Any]", self.name.component).value
        trees = cast("discord.ui.Select[Any]", self.tree.component).values
        friends = cast("discord.ui.UserSelect[Any]", self.friend.component).values
        side = cast("discord.ui.RadioGroup[Any]", self.side.component).value
        extras = cast("discord.ui.CheckboxGroup[Any]", self.extras.component).values
        with_whom = ", ".join(player.name for player in friends) or "nobody"
        text = f"{name} under {trees[0]} with {with_whom}, {side}, {'+'.join(extras) or 'plain'}"
        await interaction.response.send_message(text)


class Menus(discord.ui.View):
    """Ordinary menus, which live as long as the process."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.select(
        custom_id="trees",
        placeholder="Trees",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=tree.title(), value=tree) for tree in TREES],
    )
    async def trees(
        self, interaction: discord.Interaction[Any], select: discord.ui.Select[Any]
    ) -> None:
        """Say which."""
        await interaction.response.send_message(" and ".join(select.values), ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="people", placeholder="People")
    async def people(
        self, interaction: discord.Interaction[Any], select: discord.ui.UserSelect[Any]
    ) -> None:
        """Say who, later."""
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"chose {select.values[0].name}")

    @discord.ui.button(custom_id="broken", label="Broken")
    async def broken(
        self, interaction: discord.Interaction[Any], button: discord.ui.Button[Any]
    ) -> None:
        """Fail after a deferral."""
        del button
        await interaction.response.defer()
        raise RuntimeError("the bot breaks on purpose")


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
V = TypeVar("V", Menus, Questions)


def listening(interaction: Asked, view: V) -> V:
    """Register it before it is sent, since it may be used before the bot hears that it was sent."""
    interaction.client.add_view(view)
    return view


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
            for count in range(1, number + 1):
                await interaction.followup.send(str(count))
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
        names = [name for name in TREES if name.startswith(current.lower())]
        return [app_commands.Choice(name=name.title(), value=name) for name in names]

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
        await interaction.response.send_message("choose", view=listening(interaction, Menus()))

    @tree.command(description="Asks")
    async def ask(interaction: Asked) -> None:
        await interaction.response.send_modal(listening(interaction, Questions()))


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
