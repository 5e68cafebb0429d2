"""What the small bot shows: a lasting button, a card, a modal with every field, and menus."""

import re
from typing import Any, Self, cast

import discord

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

    name: discord.ui.Label[Any] = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(custom_id="name", max_length=20)
    )
    tree: discord.ui.Label[Any] = discord.ui.Label(
        text="Tree",
        component=discord.ui.Select(
            custom_id="tree",
            options=[discord.SelectOption(label=each.title(), value=each) for each in TREES],
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
        with_whom = ", ".join(each.name for each in friends) or "nobody"
        text = f"{name} under {trees[0]} with {with_whom}, {side}, {'+'.join(extras) or 'plain'}"
        await interaction.response.send_message(text)


class Menus(discord.ui.View):
    """Ordinary menus, which live as long as the process."""

    @discord.ui.select(
        placeholder="Trees",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=each.title(), value=each) for each in TREES],
    )
    async def trees(
        self, interaction: discord.Interaction[Any], select: discord.ui.Select[Any]
    ) -> None:
        """Say which."""
        await interaction.response.send_message(" and ".join(select.values), ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, placeholder="People")
    async def people(
        self, interaction: discord.Interaction[Any], select: discord.ui.UserSelect[Any]
    ) -> None:
        """Say who, later."""
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"chose {select.values[0].name}")

    @discord.ui.button(label="Broken")
    async def broken(
        self, interaction: discord.Interaction[Any], button: discord.ui.Button[Any]
    ) -> None:
        """Fail after a deferral."""
        del button
        await interaction.response.defer()
        raise RuntimeError("the bot breaks on purpose")
