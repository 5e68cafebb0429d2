"""Onlookers: people who follow a game that others play."""

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
