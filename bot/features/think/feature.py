"""Thinking ahead: a private board in each game, kept lines, and what both planned after the end."""

from __future__ import annotations

from bot.features.think import actions, pages
from bot.ui.app import Feature
from bot.ui.slots import LOOK_BACK_BUTTONS, PLAYER_BUTTONS

FEATURE = Feature(
    name="think",
    actions=(actions,),
    adds=(
        PLAYER_BUTTONS.by(pages.player_buttons),
        LOOK_BACK_BUTTONS.by(actions.look_back_buttons),
    ),
)
