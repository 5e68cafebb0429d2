"""The buttons of a challenge, and Rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service import challenges as cases
from bot.service import rematches
from bot.service.model import Record
from bot.service.refusals import No, Refusal
from bot.ui.answers import confirm, reader_of, reply, show, trouble_of, update
from bot.ui.channels import reader_here
from bot.ui.components import modal
from bot.ui.handlers.reading import show_games
from bot.ui.pages import challenge as pages
from bot.ui.pages import errors, naming
from bot.ui.permissions import parent_at
from bot.ui.posting import post_challenge, post_now
from games.errors import GameError

if TYPE_CHECKING:
    from bot.service.model import Challenge
    from bot.ui.router import Touch


async def accept(touch: Touch) -> None:
    """The match begins; its first board comes by itself."""
    house, number = touch.app.house, touch.press.number
    try:
        record = await cases.accept(house, number, touch.by, touch.press.seen)
    except Refusal as refused:
        if refused.no is No.CHANGED:  # here is what it says now
            await _refresh(touch, await house.challenge(number))
        raise
    await _refresh(touch, await touch.app.house.challenge(touch.press.number))
    who = await reader_of(touch.app, touch.interaction)
    if trouble := await trouble_of(touch.app, who, record):
        await reply(touch.app, touch.interaction, errors.page(trouble))


async def decline(touch: Touch) -> None:
    """No, thank you."""
    await _refresh(touch, await cases.decline(touch.app.house, touch.press.number, touch.by))


async def withdraw(touch: Touch) -> None:
    """Never mind."""
    await _refresh(touch, await cases.withdraw(touch.app.house, touch.press.number, touch.by))


async def _refresh(touch: Touch, challenge: Challenge) -> None:
    """The challenge's message says what became of it, in the channel's language.

    In one's list of games, which is private, it is gone: the list is shown anew.
    """
    if _privately(touch):
        await show_games(touch.app, touch.interaction)
        return
    who = await reader_here(touch.app.house, touch.interaction)
    await update(touch.app, touch.interaction, pages.challenge(challenge, who))


def _privately(touch: Touch) -> bool:
    pressed = touch.interaction.message
    return pressed is not None and pressed.flags.ephemeral


async def customise(touch: Touch) -> None:
    """The form with the modules; with what was ticked already when that was refused."""
    challenge = await touch.app.house.challenge(touch.press.number)
    if challenge.by != touch.by:
        raise Refusal(No.CHALLENGER_ONLY)
    cases.refuse_closed(challenge, touch.app.house.now())
    who = await reader_of(touch.app, touch.interaction)
    form = pages.customise(challenge, who, pages.ticked(touch.press))
    await touch.interaction.response.send_modal(modal(form))


async def customised(touch: Touch) -> None:
    """What the form chose; a set that contradicts itself is refused and changes nothing."""
    house, number = touch.app.house, touch.press.number
    challenge = await house.challenge(number)
    fields = [touch.filled.get(name, ()) for name in ("preset", "modules", "setup")]
    rules = pages.chosen(challenge, *fields)
    try:
        changed = await cases.customise(house, number, touch.by, rules)
    except GameError as error:
        who = await reader_of(touch.app, touch.interaction)
        await show(touch.app, touch.interaction, pages.refused(challenge, who, rules, error))
        return
    await _told(touch, changed)


async def _told(touch: Touch, changed: Challenge) -> None:
    """On the challenge itself; beside it only that it is done, so that there are not two."""
    if not _privately(touch):
        await _refresh(touch, changed)
        return
    words = (await reader_of(touch.app, touch.interaction)).words
    rules = naming.title(changed.terms.rules, words)
    page = errors.page(words("challenge.customised", rules=rules))
    await show(touch.app, touch.interaction, page)


async def rematch(touch: Touch) -> None:
    """A challenge the other way round; or the match itself, when both want it."""
    app, interaction = touch.app, touch.interaction
    number = touch.press.number
    parent = await parent_at(interaction, (await app.house.record(number)).place)
    made = await rematches.rematch(app.house, number, touch.by, parent)
    who = await reader_of(app, interaction)
    if isinstance(made, Record):
        await confirm(app, interaction, who, made, who.words("rematch.begins"))
        return
    challenge, post = made
    if post and interaction.channel_id == challenge.place.channel:
        await post_challenge(app, interaction, challenge, post)
        return
    if post:
        await post_now(app, post)
    await reply(app, interaction, errors.page(who.words("rematch.asked")))
