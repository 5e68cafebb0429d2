"""Onlookers: people who follow a game that others play."""

from __future__ import annotations

from bot.features.onlookers import actions, pages, posting
from bot.ui.app import Feature

FEATURE = Feature(
    name="onlookers",
    actions=(actions,),
    posts=posting.POSTS,
    board_buttons=pages.buttons,
    digest_blocks=posting.digest_blocks,
)
