"""Vote games: everyone in a channel plays one side together, by vote.

The channel is the player `CHANNEL` of its match, as the bot is `ENGINE`, so lists, files and
pictures need know no more. round.py says who can vote, when a round closes and which move wins. The
transaction that writes the channel's move closes the round (`_match_written` in tables.py). A
person is asked by a challenge whose terms are `by_vote`; the bot accepts its own. A vote edits the
board as a clock does (`ClockPost`).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.vote_games import actions, cases, pages
from bot.service.services import Chore
from bot.ui.app import Feature, no_lines
from bot.ui.slots import (
    BOARD_NOTES,
    GAME_BUTTONS,
    HUB_PARTS,
    RESULT_LINES,
    TURN_CONTROLS,
    TYPED_VOTES,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.service.services import Services
    from bot.ui.app import Controls, Lines
    from bot.ui.pages.page import Button
    from bot.ui.words import Words


async def _notes(services: Services, record: Record) -> Lines:
    """Return the lines under a board: the current votes, and the last round's end."""
    ballot = await cases.ballot_of(services, record)
    return partial(pages.notes, ballot, record) if ballot else await no_lines()


async def _controls(services: Services, record: Record) -> Controls | None:
    """Return the voting buttons, if it's the channel's turn."""
    ballot = await cases.ballot_of(services, record)
    if ballot is None or record.player(record.match.turn) != pages.CHANNEL:
        return None
    return partial(pages.controls, ballot, record)


def _game_buttons(record: Record, words: Words) -> Sequence[Button]:
    return (pages.again_button(words),) if record.by_vote else ()


FEATURE = Feature(
    name="vote_games",
    actions=(actions,),
    chores=(
        Chore("accept vote games against the bot", cases.accept_for_bot),
        Chore("close finished rounds of votes", cases.close_rounds, each_look=True),
    ),
    adds=(
        BOARD_NOTES.by(_notes),
        RESULT_LINES.by(_notes),
        TURN_CONTROLS.by(_controls),
        TYPED_VOTES.by(cases.vote_typed),
        GAME_BUTTONS.by(_game_buttons),
        HUB_PARTS.by(actions.hub_part),
    ),
)
