"""Turn lists: one message in a channel about the games played there.

Every change of a game, and every post that is news, adds in its transaction a post for the turn
lists of its server, a few seconds later and at most one for each; it edits the message. Other
features add lines by `SERVER_LINES`.
"""

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
