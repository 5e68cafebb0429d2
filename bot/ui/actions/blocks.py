"""The setting who can challenge a player, and the people they have blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.blocks import block, unblock
from bot.service.refusals import No, Refusal
from bot.ui.answers import reader_of, show
from bot.ui.pages import blocks as pages
from bot.ui.pages.blocks import BlockPerson, UnblockPerson
from bot.ui.pages.settings import ShowBlocks
from bot.ui.router import handles

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.ui.app import ButtonContext


@handles(ShowBlocks)
async def blocks(context: ButtonContext, press: ShowBlocks) -> None:
    """Show who can challenge the user, and a page of people they have blocked."""
    await show_blocks(context, press.page)


@handles(BlockPerson)
async def block_chosen(context: ButtonContext, _: BlockPerson) -> None:
    """Block the person chosen in the menu."""
    player = _chosen_person(context)
    if player is not None:
        await block(context.app.services, context.by, player)
    await show_blocks(context)


def _chosen_person(context: ButtonContext) -> Player | None:
    """Return the person chosen in the menu; refuse a bot."""
    user = context.chosen_user
    if user is not None and user == context.interaction.application_id:
        raise Refusal(No.BARS_ME)
    if user is not None and context.is_bot(user):
        raise Refusal(No.BARS_A_BOT, player=user)
    return user


@handles(UnblockPerson)
async def unblock_chosen(context: ButtonContext, press: UnblockPerson) -> None:
    """Unblock a person; a second press changes nothing."""
    await unblock(context.app.services, context.by, press.block)
    await show_blocks(context, press.page)


async def show_blocks(context: ButtonContext, page: int = 0) -> None:
    """Show who can challenge the user, and a page of people they have blocked."""
    app, by = context.app, context.by
    people = app.services.store.people
    person, blocked = await people.person(by), await people.blocked_by(by)
    reader = await reader_of(app, context.interaction)
    await show(app, context.interaction, pages.blocks(person, blocked, reader, page))
