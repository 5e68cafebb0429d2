"""Presses a button without looking for its message first, for people who act all day."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sandbox.message_view import MessageView
from sandbox.world import posting

if TYPE_CHECKING:
    from sandbox.message_view import Answer
    from sandbox.player import Player
    from sandbox.server import Sandbox

LABEL = "Unseen"


async def press_unseen(box: Sandbox, where: str, who: Player, custom_id: str) -> MessageView:
    """The message with which the bot answers to that button."""
    return (await click_unseen(box, where, who, custom_id)).message


async def click_unseen(box: Sandbox, where: str, who: Player, custom_id: str) -> Answer:
    """The bot's answer to that button, whose message is gone again afterwards."""
    world = box.world
    button = {"type": 2, "id": 2, "style": 1, "label": LABEL, "custom_id": custom_id}
    row = {"type": 1, "id": 1, "components": [button]}
    blank = posting.blank(world, where, box.bot.id)
    message = posting.post_as_it_is(world, replace(blank, components=(row,)))
    try:
        return await who.click(MessageView(who.view, message), LABEL)
    finally:
        world.drop(message)
