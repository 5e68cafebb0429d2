"""*Share here*: a private page, posted for everyone in the channel.

The button is under each page whose writer is declared with `@shows` (bot/ui/showing.py). The press
that opened the page is stored by its custom id, and the page is written when it is sent. Anything
that not everyone in the channel can see is refused both times.
"""

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
