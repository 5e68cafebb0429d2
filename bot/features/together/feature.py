"""Games with partners who move in turn, from the announcement that people join to a rematch.

The core knows sides with partners (`Seats` in bot/model/matches.py): the number of moves says who
acts for a side. This feature brings the players together: a seat is given in the transaction that
counts them (`join` in tables.py), and the last one starts the game in another (`process_due`).
Against the engine, one side has partners; it moves as in practice, without a clock, and no limit,
tally or streak counts it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.together import actions, cases, pages, posting
from bot.service.services import Chore
from bot.ui.app import Feature, no_lines
from bot.ui.slots import (
    BOARD_NOTES,
    GAME_BUTTONS,
    HUB_PARTS,
    PERSON_BUTTONS,
    PROFILE_LINES,
    SERVER_LINES,
)
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.services import Services
    from bot.ui.app import Lines
    from bot.ui.pages.page import Button
    from bot.ui.words import Words


async def _board_notes(_: Services, record: Record) -> Lines:
    """Say under the first board that partners don't talk about a game against two others."""
    if not record.of_partners or record.level or len(record.match.plies) >= len(Side):
        return await no_lines()
    return lambda words: [words("together.note")]


def _game_buttons(record: Record, words: Words) -> Sequence[Button]:
    return (pages.rematch_button(record.id, words),) if record.of_partners else ()


async def _server_lines(services: Services, guild: int) -> Lines:
    lobbies = await cases.open_in(services, guild)
    return lambda words: [pages.line(lobby, words, link=True) for lobby in lobbies]


async def _profile_lines(services: Services, player: Player) -> Lines:
    tables = cases.tables(services)
    four, two = await tables.results_of(player), await tables.results_of(player, engine=True)
    return lambda words: pages.profile(four, two, words)


FEATURE = Feature(
    name="together",
    actions=(actions,),
    posts=posting.POSTS,
    chores=(Chore("process games with partners", cases.process_due_foursomes, each_look=True),),
    adds=(
        BOARD_NOTES.by(_board_notes),
        GAME_BUTTONS.by(_game_buttons),
        PROFILE_LINES.by(_profile_lines),
        HUB_PARTS.by(actions.hub_part),
        PERSON_BUTTONS.by(actions.person_buttons),
        SERVER_LINES.by(_server_lines),
    ),
)
