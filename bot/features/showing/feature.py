"""*Show here*: a private page, posted for everyone in the channel."""

from __future__ import annotations

from bot.features.showing import actions, posting
from bot.ui.app import Feature
from bot.ui.slots import VIEW_BUTTONS

FEATURE = Feature(
    name="showing",
    posts=posting.POSTS,
    actions=(actions,),
    adds=(VIEW_BUTTONS.by(actions.buttons),),
)
