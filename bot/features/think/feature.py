"""Thinking ahead: a private board in each game, kept lines, and what both planned after the end.

A person's board in a match is one row. Its buttons carry the row's number and the step at which
they were shown; a press on an older board only shows the newest. A line that replies is found by
`_planned_reply` (tables.py) in the transaction that writes the opponent's move: that move is
refused, and written again with its reply. `_match_written` turns off the lines that the game has
left, and at the end deletes those that were only tried.
"""

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
