"""*Show here*: a page that a person reads in private, posted for all in the channel."""

from __future__ import annotations

from bot.features.showing import actions, posting
from bot.ui.app import Feature

FEATURE = Feature(
    name="showing",
    posts=posting.POSTS,
    actions=(actions,),
    view_buttons=actions.buttons,
    server_blocks=actions.setting,
)
