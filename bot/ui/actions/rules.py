"""/tablut rules, and the rules of a challenge or a match. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service.usual import DEFAULT_RULES
from bot.ui.actions.board import visible
from bot.ui.actions.challenge import visible_challenge
from bot.ui.actions.completion import complete_rules
from bot.ui.answers import answering, if_readable, reader_of, reply, show
from bot.ui.localised_commands import command
from bot.ui.pages import rules as pages
from bot.ui.pages.rules import RulesOfChallenge, RulesOfMatch, RulesOfSet
from bot.ui.router import handles
from bot.ui.slots import RULES_BUTTONS
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord import app_commands

    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Button, Page
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Game

    _OfRules = RulesOfSet | RulesOfMatch | RulesOfChallenge


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut rules."""

    @command("rules", "rules")
    async def rules(interaction: Interaction, rules: str = DEFAULT_RULES) -> None:
        async with answering(app, interaction):
            game = catalogue.game(rules)
            reader = await reader_of(app, interaction)
            press = RulesOfSet(game.name)
            await reply(
                app, interaction, await _page(app, game, reader, press, interaction.guild_id)
            )

    rules.autocomplete("rules")(complete_rules)
    return [rules]


@handles(RulesOfSet)
async def rules_of_set(context: ButtonContext, press: RulesOfSet) -> None:
    """Show a page of any rule set."""
    await _show_rules(context, catalogue.game(press.rules), press, context.interaction.guild_id)


@handles(RulesOfMatch)
async def rules_of_match(context: ButtonContext, press: RulesOfMatch) -> None:
    """Show a page of the rules of a match that the user can see."""
    record = await visible(context.app, context.interaction, press.match)
    await _show_rules(context, record.match.game, press, record.place.guild)


@handles(RulesOfChallenge)
async def rules_of_challenge(context: ButtonContext, press: RulesOfChallenge) -> None:
    """Show a page of the rules of a challenge that the user can see."""
    challenge = await visible_challenge(context, press.challenge)
    game = catalogue.game(challenge.terms.rules)
    await _show_rules(context, game, press, challenge.place.guild)


async def _show_rules(
    context: ButtonContext, game: Game, press: _OfRules, guild: int | None
) -> None:
    reader = await reader_of(context.app, context.interaction)
    page = await _page(context.app, game, reader, press, guild)
    await show(context.app, context.interaction, page)


async def _page(app: App, game: Game, reader: Reader, press: _OfRules, guild: int | None) -> Page:
    """Return a page of rules; while the database can't be read, without the server's figures."""
    leans = await if_readable(app.services.leans(guild), app.services.counted)

    def further(rules: str, page: int, topic: str, words: Words) -> Sequence[Button]:
        return app.features.buttons(RULES_BUTTONS, rules, page, topic, words)

    return pages.rules(game, reader, press, leans, further)
