"""Onlookers: people who follow a game that others play.

A callout or an end adds, in the transaction of its move, a post for each follower, in a queue of
its own, so that no board waits for it. The first post that is due tells of all that are. A person
with a daily digest gets the news as a part of it (`DIGEST_BLOCKS`).
"""

from __future__ import annotations

from bot.features.onlookers import actions, pages, posting
from bot.ui.app import Feature
from bot.ui.slots import BOARD_BUTTONS, DIGEST_BLOCKS

FEATURE = Feature(
    name="onlookers",
    actions=(actions,),
    posts=posting.POSTS,
    adds=(
        BOARD_BUTTONS.by(pages.buttons),
        DIGEST_BLOCKS.by(posting.digest_blocks),
    ),
)
