"""Turn lists: one message in a channel that says whose turn it is."""

from __future__ import annotations

from bot.features.turn_list import actions, posting
from bot.ui.app import Feature

FEATURE = Feature(
    name="turn_list",
    posts=posting.POSTS,
    server_blocks=actions.switch,
    actions=(actions,),
)
