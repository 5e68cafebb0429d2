"""Looking at things: boards, rules, one's games, the replay, help, settings. Changes no match."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.clocks import dial, dials
from bot.service.lookup import sees
from bot.service.refusals import No, Refusal
from bot.ui import custom_ids
from bot.ui.allowed import manages
from bot.ui.answers import reader_of, reply, show
from bot.ui.pages import board as board_pages
from bot.ui.pages import browse as browse_pages
from bot.ui.pages import rules as rules_pages
from bot.ui.pages import server_settings as server_pages
from bot.ui.pages import settings as settings_pages
from games import catalogue

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.answers import Interaction
    from bot.ui.app import App
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader
    from bot.ui.router import Touch
    from games.core import Game


async def visible(app: App, interaction: Interaction, number: int) -> Record:
    """The match, for its players anywhere, and for others where it is played."""
    record = await app.house.record(number)
    if not sees(record, interaction.user.id, interaction.channel_id):
        raise Refusal(No.NOT_YOUR_GAME)
    return record


async def board(touch: Touch) -> None:
    """The board again, facing whoever asks."""
    await show_board(touch.app, touch.interaction, touch.press.number)


async def open_game(touch: Touch) -> None:
    """A game from one of one's lists."""
    record = await visible(touch.app, touch.interaction, touch.press.number)
    await _take_time(touch.interaction, record)
    who = await reader_of(touch.app, touch.interaction)
    await reply(touch.app, touch.interaction, await _again(touch.app, record, who))


async def _take_time(interaction: Interaction, record: Record) -> None:
    """The film of a game that is over is long in the making: longer than Discord waits."""
    if record.match.verdict:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _again(app: App, record: Record, who: Reader) -> Page:
    return board_pages.again(record, who, dial=await dial(app.house, record))


async def flip(touch: Touch) -> None:
    """The same from the other side."""
    await show_board(touch.app, touch.interaction, touch.press.number, touch.press.of)


async def show_board(app: App, interaction: Interaction, number: int, near: str = "") -> None:
    """The board as it stands, privately."""
    record = await visible(app, interaction, number)
    if interaction.message is None:
        await _take_time(interaction, record)
    who = await reader_of(app, interaction)
    if near:
        who = seated(who, near)
    await show(app, interaction, await _again(app, record, who))


def seated(who: Reader, near: str) -> Reader:
    """The same reader with that side near."""
    return replace(who, seat={"d": "dark", "l": "light"}.get(near, who.seat))


async def rules(touch: Touch) -> None:
    """A page of the rules: of a challenge, of a match, or of any rule set."""
    game = await _game(touch)
    who = await reader_of(touch.app, touch.interaction)
    await show(touch.app, touch.interaction, rules_pages.rules(game, who, touch.press))


async def _game(touch: Touch) -> Game:
    """By a challenge's or match's number only where that may be seen."""
    press = touch.press
    if press.of == "m":
        return (await visible(touch.app, touch.interaction, press.number)).match.game
    if press.of == "c":
        challenge = await touch.app.house.challenge(press.number)
        here = challenge.place.channel == touch.interaction.channel_id
        if not here and touch.by not in (challenge.by, challenge.opponent):
            raise Refusal(No.NO_SUCH_CHALLENGE)
        return catalogue.game(challenge.terms.rules)
    return catalogue.game(custom_ids.name_of(press.code) or catalogue.NAMES[0])


async def games(touch: Touch) -> None:
    """Another page of one's games."""
    await show_games(touch.app, touch.interaction, touch.press.page)


async def show_games(app: App, interaction: Interaction, page: int = 0) -> None:
    """All one's games and challenges, most urgent first."""
    store, by = app.house.store, interaction.user.id
    who = await reader_of(app, interaction)
    listings, challenges = await store.running(by), await store.open_challenges(by)
    shown = await dials(app.house, listings)
    await show(app, interaction, browse_pages.games(listings, challenges, who, page, shown))


async def help_page(touch: Touch) -> None:
    """Another page of the help."""
    who = await reader_of(touch.app, touch.interaction)
    await show(touch.app, touch.interaction, browse_pages.help_page(who, touch.press.page))


async def settings(touch: Touch) -> None:
    """One setting changed; a menu names its value itself."""
    store, press = touch.app.house.store, touch.press
    person = await store.person(touch.by)
    value = touch.chosen[0] if touch.chosen else press.code
    changed = settings_pages.changed(person, press.of, value)
    await store.keep_person(changed)
    if changed.remind != person.remind:
        await store.mark_due(touch.by, touch.app.house.now())
    await show_settings(touch.app, touch.interaction)


async def show_settings(app: App, interaction: Interaction) -> None:
    """How one likes to play."""
    person = await app.house.store.person(interaction.user.id)
    who = await reader_of(app, interaction)
    page = settings_pages.settings(person, who, app.pictures.themes)
    if manages(interaction):
        page = replace(page, blocks=(*page.blocks, server_pages.button(who)))
    await show(app, interaction, page)
