"""The log's lines of what was decided. Law: numbers of games and moves, and of nobody."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.logs import tell
from games.events import Created, Moved

if TYPE_CHECKING:
    from bot.service.ports import Change

log = logging.getLogger(__name__)


def tell_of(change: Change, new: int | None = None) -> None:
    """A line for each game that this begins or ends, and each move. `new`: what it was numbered."""
    record = change.record
    if record is None or not change.events:
        return
    number = record.id or new
    game = {"game": number} if number else {"after": record.first}
    for event in change.events:
        if isinstance(event, Created):
            tell(log, "game-begun", **game)
        if isinstance(event, Moved):
            tell(log, "move", **game, ply=len(record.match.plies))
    if verdict := record.match.verdict:
        tell(log, "game-over", **game, plies=len(record.match.plies), reason=verdict.reason.value)
