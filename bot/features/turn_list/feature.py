"""Turn lists: one message in a channel about the games played there."""

from __future__ import annotations

from bot.features.turn_list import actions, cases, posting
from bot.service.services import Chore
from bot.ui.app import Feature
from bot.ui.slots import SETTINGS_BLOCKS, SETTINGS_LINES

FEATURE = Feature(
    name="turn_list",
    posts=posting.POSTS,
    chores=(Chore("update turn lists", cases.renew_daily),),
    actions=(actions,),
    adds=(SETTINGS_BLOCKS.by(actions.chosen), SETTINGS_LINES.by(actions.lines)),
)
