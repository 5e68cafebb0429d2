"""/tablut challenge: who, by which rules, on which side, at which pace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.service import challenges as cases
from bot.service import server_rules
from bot.service.model import Terms
from bot.service.refusals import No, Refusal
from bot.ui.answers import answering
from bot.ui.commands.completion import complete_rules
from bot.ui.commands.naming import choices, command
from bot.ui.guests import place_of
from bot.ui.permissions import may_open, parent_of, refuse_missing
from bot.ui.posting import post_challenge
from games import catalogue
from games.core import Side

if TYPE_CHECKING:
    from bot.ui.app import App

SIDES = ("lot", Side.DARK.value, Side.LIGHT.value)


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The command."""

    @command(
        "challenge",
        "opponent",
        "rules",
        "side",
        "pace",
        "reserve",
        "weekends",
        "games",
        "setup",
        "thread",
    )
    @app_commands.choices(
        side=choices("side", SIDES),
        pace=choices("pace", server_rules.PACES),
        reserve=choices("reserve", server_rules.RESERVES),
        games=choices("games", (1, 2)),
        setup=choices("setup", ("cross", "diamond")),
    )
    async def challenge(  # noqa: PLR0913  a command's options are its parameters
        interaction: discord.Interaction[Any],
        opponent: discord.User | None = None,
        rules: str | None = None,
        *,
        side: str = "lot",
        pace: int | None = None,
        reserve: int | None = None,
        weekends: bool | None = None,
        games: int = 1,
        setup: str = "cross",
        thread: bool | None = None,
    ) -> None:
        async with answering(app, interaction):
            refuse_missing(interaction, thread=bool(thread))
            place = place_of(interaction)
            server = await server_rules.refuse_elsewhere(app.house, place, parent_of(interaction))
            if opponent is not None and opponent.bot:
                raise Refusal(No.A_BOT)
            terms = Terms(
                rules=_with_setup(rules or server.rules or server_rules.USUAL, setup),
                side=None if side == "lot" else Side(side),
                pace=server_rules.pace(server, pace, reserve, weekends=weekends),
                thread=server.thread and may_open(interaction) if thread is None else thread,
                games=games,
            )
            made, post = await cases.challenge(
                app.house, place, interaction.user.id, opponent and opponent.id, terms
            )
            await post_challenge(app, interaction, made, post)

    challenge.autocomplete("rules")(complete_rules)
    return [challenge]


def _with_setup(rules: str, setup: str) -> str:
    """The rule set in that setup; it may be named in both options."""
    name = catalogue.game(rules).name
    return name if setup == "cross" or setup in name.split("+") else f"{name}+{setup}"
